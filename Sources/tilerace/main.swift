print("tilerace")
