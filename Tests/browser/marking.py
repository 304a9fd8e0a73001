"""The rule of the marks, written anew: what the page shows is compared with this, not with the server."""


def marks(answer, guess):
    """`0` absent, `1` present, `2` correct, one digit a tile."""
    result = ["2" if a == g else "0" for a, g in zip(answer, guess)]
    left = [a for a, mark in zip(answer, result) if mark == "0"]
    for place, letter in enumerate(guess):
        if result[place] == "0" and letter in left:
            left.remove(letter)
            result[place] = "1"
    return "".join(result)
