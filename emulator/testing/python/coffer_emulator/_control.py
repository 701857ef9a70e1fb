"""What tests do to an emulator, over HTTP: the calls below ``/_emulator``."""

from __future__ import annotations

import json
import ssl
import time
from dataclasses import dataclass
from typing import Any, Mapping, Optional, Sequence, Union
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import HTTPSHandler, ProxyHandler, Request, build_opener

SecretText = Union[str, bytes]

#: Timeout of a call in seconds, in addition to a wait that the call itself requests.
_TIMEOUT_S = 30.0

#: Time between two looks at an emulator that is waited for.
_POLL_S = 0.5


class EmulatorError(Exception):
    """The emulator refused a call. ``status`` and ``message`` are those of its response."""

    def __init__(self, call: str, status: int, message: str) -> None:
        super().__init__(f"{call}: {status} {message}")
        self.status = status
        self.message = message


@dataclass(frozen=True)
class Project:
    """A project with a token for it alone."""

    token: str
    project_id: str

    def __repr__(self) -> str:
        return f"Project(project_id={self.project_id!r})"


@dataclass(frozen=True)
class S3Bucket:
    """A bucket, and a key that opens it."""

    name: str
    bucket_id: str
    endpoint: str
    region: str
    access_key_id: str
    secret_access_key: str

    @property
    def client_options(self) -> dict[str, str]:
        """Keyword arguments for ``boto3.client("s3", ...)``."""
        return {
            "endpoint_url": self.endpoint,
            "region_name": self.region,
            "aws_access_key_id": self.access_key_id,
            "aws_secret_access_key": self.secret_access_key,
        }

    @property
    def environment(self) -> dict[str, str]:
        """Environment variables for programs that use an AWS SDK or ``aws``."""
        return {
            "AWS_ENDPOINT_URL_S3": self.endpoint,
            "AWS_REGION": self.region,
            "AWS_ACCESS_KEY_ID": self.access_key_id,
            "AWS_SECRET_ACCESS_KEY": self.secret_access_key,
            "S3_BUCKET": self.name,
        }

    def __repr__(self) -> str:
        return f"S3Bucket(name={self.name!r}, endpoint={self.endpoint!r}, access_key_id={self.access_key_id!r})"


class Fault:
    """A fault that is in force. As a context manager it is removed at the end."""

    def __init__(self, emulator: Emulator, fault_id: str) -> None:
        self._emulator = emulator
        self.id = fault_id

    @property
    def met(self) -> int:
        """How many requests it has struck."""
        for fault in self._emulator.call("GET", "/faults"):
            if fault["id"] == self.id:
                return int(fault["met"])
        raise EmulatorError(f"fault {self.id}", 404, "It was removed, or the emulator was reset.")

    def release(self) -> None:
        """Lets the requests go on that a fault with ``pause`` holds."""
        self._emulator.call("POST", f"/faults/{quote(self.id)}/release")

    def remove(self) -> None:
        """Ends it. One that is gone already, as after a reset, is no error."""
        try:
            self._emulator.call("DELETE", f"/faults/{quote(self.id)}")
        except EmulatorError as error:
            if error.status != 404:
                raise

    def __enter__(self) -> Fault:
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()


class Emulator:
    """A running emulator. ``start()`` starts one; the constructor takes the addresses of one that runs already."""

    def __init__(
        self,
        base_url: str,
        token: str = "",
        project_id: str = "project-1",
        *,
        s3_endpoint: Optional[str] = None,
        admin_token: Optional[str] = None,
        ca_cert_pem: Optional[str] = None,
    ) -> None:
        """
        :param base_url: URL of the REST interface
        :param token: access token for the REST interface, as it was printed at the start
        :param project_id: project of that token
        :param s3_endpoint: URL of the S3 endpoint; left out, clients of ``new_bucket`` get the one that buckets show
        :param admin_token: needed where the emulator runs on another machine or in a container
        :param ca_cert_pem: certificate of its authority, if it was started with ``--tls``
        """
        self.base_url = base_url.rstrip("/")
        self.token = token
        self.project_id = project_id
        self.admin_token = admin_token
        self.ca_cert_pem = ca_cert_pem
        self._s3_endpoint = s3_endpoint
        context = ssl.create_default_context(cadata=ca_cert_pem) if ca_cert_pem else ssl.create_default_context()
        # The proxy of the machine cannot reach an emulator.
        self._opener = build_opener(ProxyHandler({}), HTTPSHandler(context=context))

    @property
    def s3_endpoint(self) -> str:
        """URL of the S3 endpoint."""
        if self._s3_endpoint is None:
            raise ValueError("the S3 endpoint of this emulator is not known: give s3_endpoint")
        return self._s3_endpoint

    @property
    def dashboard_url(self) -> str:
        """URL of the dashboard; ``token`` signs in."""
        return f"{self.base_url}/dashboard"

    @property
    def environment(self) -> dict[str, str]:
        """Environment variables for the Terraform provider, and for programs that read the same ones."""
        trusted = {"COFFER_CA_CERT_PEM": self.ca_cert_pem} if self.ca_cert_pem else {}
        return {
            "COFFER_BASE_URL": self.base_url,
            "COFFER_TOKEN": self.token,
            "COFFER_PROJECT_ID": self.project_id,
            "COFFER_REQUIRE_EMULATOR": "1",
            **trusted,
        }

    def reset(self, by: Optional[str] = None) -> None:
        """
        Makes it as good as new: no objects but those of its seed file, no faults, no journal, a clock that shows real time.

        :param by: who asks for it, such as the name of a test: the dashboard tells it to those who watch
        """
        self.call("POST", f"/reset{_query({'by': by})}")

    def mark(self, text: str) -> None:
        """Adds a line to the journal for people who read it. It is shown as it is, so it must hold no secret."""
        self.call("POST", "/journal/marks", {"text": text})

    def dashboard_link(self, to: str = "/secrets") -> str:
        """Makes a link that signs in at the dashboard once, in a browser on the emulator's own machine. ``to`` is the page it leads to."""
        return self.base_url + str(self.call("POST", f"/dashboard-links{_query({'to': to})}")["path"])

    def wait_for_reset(self) -> None:
        """Waits until everything stored is replaced: until the next reset or restore, whoever asks for it."""
        number = self.call("GET", "/epoch")["number"]
        while self.call("GET", "/epoch")["number"] == number:
            time.sleep(_POLL_S)

    def new_project(self) -> Project:
        """Makes a project of its own for a test, so that tests can share an emulator without a reset."""
        made = self.call("POST", "/projects")
        return Project(token=made["token"], project_id=made["projectId"])

    def seed(self, document: Mapping[str, Any]) -> None:
        """Adds projects, tokens and objects with fixed ids and keys, all or none: what a seed file holds."""
        self.call("POST", "/seed", document)

    def objects(self) -> dict[str, Any]:
        """Everything stored, without values and secret halves of keys."""
        return dict(self.call("GET", "/objects"))

    def secret_matches(self, secret_id: str, value: SecretText) -> bool:
        """Whether a secret has this value, which the service itself never tells."""
        import base64

        guess = value if isinstance(value, str) else {"base64": base64.b64encode(value).decode()}
        return bool(self.call("POST", f"/secrets/{quote(secret_id, safe='')}/matches", {"value": guess})["matches"])

    def add_fault(self, operation: str = "*", **spec: Any) -> Fault:
        """
        Has something go wrong on purpose, such as ``add_fault("createBucket", status=503, times=1)``.

        Members in ``snake_case`` are written as the emulator has them: ``retry_after`` is ``retryAfter``.

        :param operation: operation of the REST interface or of S3; ``*`` for all of them
        :param spec: what goes wrong: ``status``, ``cut``, ``delay_ms``, ``truncate``, ``garbage``, ``pause``, and for which requests
        """
        made = self.call("POST", "/faults", {"operation": operation, **_camel_case(spec)})
        return Fault(self, str(made["id"]))

    def unmet_faults(self) -> list[dict[str, Any]]:
        """The faults that changed no request: with ``assert coffer_emulator.unmet_faults() == []`` none was added in vain."""
        return list(self.call("GET", "/faults?unmet=true"))

    def clear_faults(self) -> None:
        """Removes all faults, those of everybody who uses the emulator."""
        self.call("DELETE", "/faults")

    def requests(self, **criteria: Any) -> list[dict[str, Any]]:
        """The requests that the service got, oldest first: by ``operation``, ``method``, ``path``, ``status``, ``project_id``."""
        return list(self.call("GET", f"/journal{_query(criteria)}"))

    def count_requests(self, **criteria: Any) -> int:
        """How many requests the service got."""
        return int(self.call("GET", f"/journal/count{_query(criteria)}")["count"])

    def expect_requests(self, *, count: Optional[int] = None, **criteria: Any) -> list[dict[str, Any]]:
        """
        Gives the requests that match. Fails with an ``AssertionError`` that lists what came instead, unless there are ``count`` of them.

        :param count: exactly so many, also 0; left out, at least one
        :param criteria: as in ``requests``
        """
        __tracebackhide__ = True
        try:
            return list(self.call("GET", f"/journal/expect{_query({**criteria, 'count': count})}"))
        except EmulatorError as error:
            if error.status != 409:
                raise
            raise AssertionError(error.message) from None

    def wait_for_request(self, *, count: int = 1, timeout_s: float = 10, **criteria: Any) -> dict[str, Any]:
        """Waits until the service has got that many requests. Gives the last. Too few in that time are an ``EmulatorError``."""
        query = _query({**criteria, "count": count, "timeout_ms": round(timeout_s * 1000)})
        return dict(self.call("GET", f"/journal/wait{query}", timeout_s=timeout_s))

    def advance_clock(self, seconds: float) -> None:
        """Moves the clock of the emulator on by so many seconds."""
        self.call("POST", "/clock/advance", {"ms": round(seconds * 1000)})

    def change_settings(self, **changes: Any) -> dict[str, Any]:
        """
        Changes settings for everybody until the next reset, and gives them all: ``dialect``, ``knobs``, ``lag``, ``settle``, ``interface_only``.

        Members in ``snake_case`` are written as the emulator has them, such as ``lag={"new_hidden": 2}``.
        """
        return dict(self.call("PATCH", "/settings", _camel_case(changes)))

    def new_bucket(
        self,
        *,
        max_size: int = 2**30,
        permissions: Sequence[str] = ("read", "write"),
        project_id: Optional[str] = None,
    ) -> S3Bucket:
        """
        Makes a bucket, and a key that opens it. Nothing of it is in the journal, and no fault strikes it.

        :param max_size: quota in bytes
        :param permissions: of the key: any of ``read``, ``write`` and ``owner``
        :param project_id: project of both; left out, that of the emulator
        """
        body = {"maxSize": max_size, "permissions": list(permissions), "projectId": project_id or self.project_id}
        made = self.call("POST", "/buckets", body)
        return S3Bucket(
            made["name"],
            made["bucketId"],
            self._s3_endpoint or made["endpoint"],
            made["region"],
            made["accessKeyId"],
            made["secretAccessKey"],
        )

    def call(self, method: str, path: str, body: Any = None, *, timeout_s: float = 0) -> Any:
        """
        Makes any call of the emulator's own interface (``/_emulator/openapi.json`` describes it). Gives what it answers.

        :param method: of HTTP
        :param path: below ``/_emulator``
        :param body: sent as JSON
        :param timeout_s: how long the call itself waits
        """
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{self.base_url}/_emulator{path}", data=data, method=method)
        if data is not None:
            request.add_header("content-type", "application/json")
        if self.admin_token is not None:
            request.add_header("authorization", f"Bearer {self.admin_token}")
        try:
            with self._opener.open(request, timeout=timeout_s + _TIMEOUT_S) as response:
                text = response.read()
        except HTTPError as error:
            raise EmulatorError(f"{method} /_emulator{path.split('?')[0]}", error.code, _message_of(error)) from None
        return json.loads(text) if text else None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_url!r})"


def _message_of(error: HTTPError) -> str:
    text = error.read().decode("utf-8", "replace")
    try:
        body = json.loads(text)
    except ValueError:
        return text[:200]
    # Depends on the dialect: the message is at the top level, or within "error".
    inner = body.get("error", body) if isinstance(body, dict) else None
    return str(inner["message"]) if isinstance(inner, dict) and "message" in inner else text[:200]


#: Members whose own members have names of the emulator.
_NESTED = ("where", "knobs", "lag")


def _camel_case(members: Mapping[str, Any]) -> dict[str, Any]:
    def named(name: str) -> str:
        first, *rest = name.split("_")
        return first + "".join(part.capitalize() for part in rest)

    return {
        named(name): _camel_case(value) if name in _NESTED and isinstance(value, Mapping) else value
        for name, value in members.items()
    }


def _query(criteria: Mapping[str, Any]) -> str:
    members = _camel_case({name: value for name, value in criteria.items() if value is not None})
    text = {name: value if isinstance(value, str) else json.dumps(value) for name, value in members.items()}
    return f"?{urlencode(text)}" if text else ""
