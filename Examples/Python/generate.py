#!/usr/bin/env python3
"""Writes tenuto/api.py from the description of the control API: its types and its requests.

    generate.py           writes it
    generate.py --check   fails if api.py does not match the description
"""

import json
import os
import re
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(FOLDER))
SOURCE = os.path.join(
    ROOT, "Sources/TenutoControl/Documentation.docc/Resources/openapi.json")
TARGET = os.path.join(FOLDER, "tenuto", "api.py")

HEAD = '''"""The types and requests of the control API; written by generate.py, not to be edited."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict
from urllib.parse import quote

Number = float | Literal["inf", "-inf", "nan"]
"""A number in JSON, which has no infinities."""

'''

NUMBER = {"oneOf": [{"type": "number"}, {"enum": ["inf", "-inf", "nan"]}]}
PLAIN = {"null": "None", "string": "str", "integer": "int", "number": "float", "boolean": "bool"}


def annotation(schema):
    """The annotation of a schema."""
    schema = {key: value for key, value in schema.items() if key not in ("description", "example")}
    if schema == NUMBER:
        return "Number"
    if "$ref" in schema:
        return schema["$ref"].rsplit("/", 1)[1]
    if "oneOf" in schema:
        return " | ".join(annotation(part) for part in schema["oneOf"])
    if "enum" in schema:
        return f"Literal[{', '.join(json.dumps(word) for word in schema['enum'])}]"
    if schema.get("type") == "array":
        return f"list[{annotation(schema['items'])}]"
    if schema.get("type") == "object":
        values = schema.get("additionalProperties")
        return f"dict[str, {annotation(values) if isinstance(values, dict) else 'Any'}]"
    if isinstance(schema.get("type"), list):
        return " | ".join(annotation({"type": kind}) for kind in schema["type"])
    return PLAIN.get(schema.get("type"), "Any")


def record(name, schema):
    """The definition of a schema: a dictionary with typed keys, some of which are Python keywords."""
    if schema.get("type") != "object" or "properties" not in schema:
        return f"{name} = {annotation(schema)!r}\n"
    required = schema.get("required", [])
    lines = [f'{name} = TypedDict("{name}", {{']
    for key, value in schema["properties"].items():
        text = annotation(value)
        lines.append(f'    "{key}": {json.dumps(text if key in required else f"NotRequired[{text}]")},')
    return "\n".join(lines + ["})", ""])


def snake(word):
    return re.sub(r"(?<!^)(?=[A-Z])", "_", word).lower()


def operations(description):
    """Yields each request except WebSockets, which live.py handles."""
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            if "426" not in operation["responses"] and "200" in operation["responses"]:
                yield path, method.upper(), operation


def answer(operation):
    content = operation["responses"]["200"].get("content", {})
    return annotation(content["application/json"]["schema"]) if content else "Any"


def function(path, method, operation):
    """The method of class API for one request."""
    parameters = operation.get("parameters", [])
    names = [p["name"] for p in parameters if p["in"] == "path"]
    queries = [p for p in parameters if p["in"] == "query"]
    body = operation.get("requestBody", {})
    schema = body.get("content", {}).get("application/json", {}).get("schema")
    arguments = ["self"] + [f"{name}: str" for name in names]
    if schema:
        optional = "" if body.get("required") else " | None = None"
        arguments.append(f"body: {annotation(schema)}{optional}")
    arguments += [f"{q['name']}: {annotation(q['schema'])} | None = None" for q in queries]
    place = re.sub(r"\{(\w+)\}", r"{quote(\1, safe='')}", path)
    call = [f'"{method}"', f'f"{place}"' if names else f'"{path}"']
    if schema:
        call.append("body")
    if queries:
        values = ", ".join(f'"{q["name"]}": {q["name"]}' for q in queries)
        call.append(f"query={{{values}}}")
    return (
        f"    def {snake(operation['operationId'])}({', '.join(arguments)}) -> {answer(operation)}:\n"
        f'        """{operation["summary"]}"""\n'
        f"        return self.request({', '.join(call)})\n")


def module(description):
    """The text of the module."""
    schemas = description["components"]["schemas"]
    records = [record(name, schema) for name, schema in sorted(schemas.items())]
    functions = [function(*operation) for operation in operations(description)]
    return HEAD + "\n".join(records) + '''

class API:
    """The requests of the control API; `request` sends them."""

    def request(self, method: str, path: str, body: Any = None,
                query: dict[str, Any] | None = None) -> Any:
        """Sends a request, and returns the answer."""
        raise NotImplementedError

''' + "\n".join(functions)


def main(arguments):
    with open(SOURCE, encoding="utf-8") as file:
        text = module(json.load(file))
    if arguments == ["--check"]:
        with open(TARGET, encoding="utf-8") as file:
            return 0 if file.read() == text else "tenuto/api.py is outdated; run generate.py"
    with open(TARGET, "w", encoding="utf-8") as file:
        file.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
