"""What schemathesis needs to know of this API: who asks, from where, and with which name and code. Loaded by it; see run.py."""

import atexit
import collections
import itertools
import json
import os
import re

import requests
import schemathesis

BASE = os.environ["TILERACE_API"]
addresses = itertools.count()
names = {}
statuses = collections.defaultdict(collections.Counter)


def address():
    """Another visitor each time, as a proxy tells it: what the server allows one address is not what is tested here."""
    number = next(addresses)
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


def ask(method, path, token=None):
    headers = {"X-Forwarded-For": address()}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    answer = requests.request(method, BASE + path, headers=headers, timeout=30)
    answer.raise_for_status()
    return answer.json()


@schemathesis.auth(refresh_interval=None)
class Guest:
    """A new guest for each test case: some of them sign out, or delete themselves."""

    def get(self, case, context):
        session = ask("POST", "/api/v1/session?token=1")
        names[session["token"]] = session["player"]["name"]
        return session["token"]

    def set(self, case, data, context):
        case.headers = case.headers or {}
        case.headers["Authorization"] = f"Bearer {data}"


def cursor(case):
    """A cursor of the ranking that a case asks for: no text can be made up that stands for one. None if it has one page only."""
    query = {name: case.query[name] for name in ("room", "clean") if name in case.query}
    address_of_page = BASE + case.formatted_path
    answer = requests.get(address_of_page, params={**query, "limit": 1}, headers={"X-Forwarded-For": address()}, timeout=30)
    return answer.json().get("next") if answer.ok else None


@schemathesis.hook
def before_call(context, case, kwargs):
    """The examples stand for what only this server knows: a name, and a code that was made just now."""
    case.headers = case.headers or {}
    case.headers["X-Forwarded-For"] = address()
    if re.fullmatch("[0-9a-f]{80}", str((case.query or {}).get("after", ""))):
        case.query["after"] = cursor(case)
        if case.query["after"] is None:
            del case.query["after"]
    if case.body == {"name": "Mika"}:
        token = str(case.headers.get("Authorization", "")).removeprefix("Bearer ")
        case.body = {"name": names.get(token, "Mika")}
    if case.body == {"code": "K7PX2M9Q"}:
        token = ask("POST", "/api/v1/session?token=1")["token"]
        case.body = {"code": ask("POST", "/api/v1/me/link", token)["code"]}


@schemathesis.hook
def after_call(context, case, response):
    statuses[f"{case.operation.method.upper()} {case.operation.path}"][response.status_code] += 1


@atexit.register
def tell():
    """run.py wants to see that every operation was really done."""
    with open(os.environ["TILERACE_STATUSES"], "w", encoding="utf-8") as file:
        json.dump(statuses, file)
