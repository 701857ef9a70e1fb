"""
A pytest plugin: lets LocalStack's S3 tests talk to the emulator, and writes what differs from the responses that they recorded on AWS.

Each line of the file named by RECORDED_AWS_REPORT is a JSON object: the test, its outcome, and its differences, each as the name of the recorded response and a text.
"""

# What has to be patched has numbers here. The rest is environment, which scripts/test-recorded-aws.ts sets.

import json
import os
import socket
import sys
import types

import pytest
from botocore.client import BaseClient

# 0. A file that only a release has.
version = types.ModuleType("localstack.version")
version.__version__ = version.version = "0"
sys.modules["localstack.version"] = version

from localstack import constants
from localstack.services.s3 import constants as s3_constants
from localstack_snapshot.snapshots import SnapshotAssertionError

# 1. The endpoint: LocalStack's host names are this machine's, its port the emulator's.
constants.DEFAULT_PORT_EDGE = int(os.environ["RECORDED_AWS_PORT"])
resolve = socket.getaddrinfo
socket.getaddrinfo = lambda host, *rest, **named: resolve(
    "127.0.0.1" if str(host).endswith("localhost.localstack.cloud") else host, *rest, **named
)

# 2. The key that presigned URLs are signed with.
s3_constants.DEFAULT_PRE_SIGNED_ACCESS_KEY_ID = os.environ["TEST_AWS_ACCESS_KEY_ID"]
s3_constants.DEFAULT_PRE_SIGNED_SECRET_ACCESS_KEY = os.environ["TEST_AWS_SECRET_ACCESS_KEY"]

# 3. Calls that open a bucket to the public before what a test is about: the emulator has nothing to open.
NOTHING_TO_OPEN = {"DeleteBucketOwnershipControls", "DeletePublicAccessBlock"}

# 4. Other services of AWS: refused here, by name.
call = BaseClient._make_api_call


def _make_api_call(self, operation, parameters):
    service = self.meta.service_model.service_name
    if service != "s3":
        raise NotImplementedError(f"another service: {service}")
    if operation in NOTHING_TO_OPEN and "OwnershipControls" not in os.environ.get("PYTEST_CURRENT_TEST", ""):
        return {"ResponseMetadata": {"HTTPStatusCode": 204, "HTTPHeaders": {}}}
    return call(self, operation, parameters)


BaseClient._make_api_call = _make_api_call


# 5. Marks that keep LocalStack's own known differences from failing a test.
def pytest_collection_modifyitems(items):
    for item in items:
        for node in item.listchain():
            node.own_markers = [mark for mark in node.own_markers if mark.name != "skip_snapshot_verify"]


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    if call.when == "teardown" or (call.when == "setup" and report.passed):
        return
    line = {"test": item.nodeid, "outcome": report.outcome, "differences": []}
    if report.failed:
        line["differences"] = list(_differences(item, call.excinfo))
    with open(os.environ["RECORDED_AWS_REPORT"], "a") as file:
        file.write(json.dumps(line) + "\n")


def _differences(item, excinfo):
    error = excinfo.value
    if not isinstance(error, SnapshotAssertionError):
        yield "", f"{excinfo.typename}: {error} ({_line(excinfo)})"
        error = _of_snapshots_so_far(item)
    for result in error.result if error else []:
        for kind, changes in result.result.items():
            for change in changes:
                path = "/".join(str(part) for part in change.path(output_format="list"))
                yield result.key, f"{kind} {result.key}/{path}: {change.t1!r} -> {change.t2!r}"


def _line(excinfo):
    """The line of the test that failed."""
    for entry in reversed(excinfo.traceback):
        if "/tests/aws/" in str(entry.path):
            return f"{entry.path.name}:{entry.lineno + 1}: {str(entry.statement).strip()}"
    return ""


def _of_snapshots_so_far(item):
    """A test that broke off compares nothing; what it got until then counts, too."""
    try:
        session = item.funcargs.get("snapshot")
        if session is not None:
            session._assert_all()
    except SnapshotAssertionError as error:
        return error
    except Exception:
        return None
