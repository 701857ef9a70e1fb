"""The fixture of coffer-emulator with an emulator that it has started."""

import json
import subprocess
import sys
import threading
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from coffer_emulator import Emulator, EmulatorError, RunningEmulator, StartError, start

CANARY = "canary-value"


def send(emulator: Emulator, method: str, path: str, body: object = None, token: str = "") -> int:
    request = Request(emulator.base_url + path, method=method, data=body and json.dumps(body).encode())
    request.add_header("authorization", f"Bearer {token or emulator.token}")
    request.add_header("content-type", "application/json")
    try:
        with urlopen(request) as response:
            return response.status
    except HTTPError as error:
        return error.code


def make_bucket(emulator: Emulator, token: str = "", project_id: str = "") -> int:
    body = {"project_id": project_id or emulator.project_id, "max_size": 1000}
    return send(emulator, "POST", "/s3/buckets", body, token)


seen: list[str] = []


@pytest.mark.parametrize("run", [1, 2])
def test_each_test_begins_anew(coffer_emulator: Emulator, run: int) -> None:
    assert coffer_emulator.objects()["buckets"] == []
    assert coffer_emulator.requests() == []

    assert make_bucket(coffer_emulator) == 201
    coffer_emulator.add_fault(status=500)
    seen.append(coffer_emulator.base_url)

    assert len(set(seen)) == 1


def test_tests_that_share_it_take_projects(coffer_emulator_session: Emulator) -> None:
    coffer_emulator_session.clear_faults()
    mine, theirs = coffer_emulator_session.new_project(), coffer_emulator_session.new_project()

    assert make_bucket(coffer_emulator_session, mine.token, mine.project_id) == 201

    assert coffer_emulator_session.count_requests(project_id=mine.project_id) == 1
    assert coffer_emulator_session.count_requests(project_id=theirs.project_id) == 0
    assert make_bucket(coffer_emulator_session, mine.token, theirs.project_id) != 201


def test_faults_strike_and_end(coffer_emulator: Emulator) -> None:
    where = {"project_id": coffer_emulator.project_id}
    with coffer_emulator.add_fault("createBucket", status=503, retry_after=1, skip=1, times=1, where=where) as fault:
        assert [make_bucket(coffer_emulator) for _ in range(3)] == [201, 503, 201]
        assert fault.met == 1
    fault.remove()
    with pytest.raises(EmulatorError, match="removed"):
        print(fault.met)


def test_waits_for_requests(coffer_emulator: Emulator) -> None:
    fault = coffer_emulator.add_fault("createBucket", pause=True)
    thread = threading.Thread(target=make_bucket, args=(coffer_emulator,))
    thread.start()
    while fault.met == 0:
        pass
    fault.release()

    found = coffer_emulator.wait_for_request(operation="createBucket", status=201)
    thread.join()

    assert (found["operation"], found["status"]) == ("createBucket", 201)
    with pytest.raises(EmulatorError):
        coffer_emulator.wait_for_request(operation="deleteBucket", timeout_s=0)


def test_expects_requests(coffer_emulator: Emulator) -> None:
    make_bucket(coffer_emulator)

    [found] = coffer_emulator.expect_requests(operation="createBucket", project_id=coffer_emulator.project_id, count=1)

    assert found["status"] == 201
    coffer_emulator.expect_requests(operation="deleteBucket", count=0)
    with pytest.raises(AssertionError, match=r"(?s)at least 1 request with .*found 0.*req-1 201 createBucket.*differs in status"):
        coffer_emulator.expect_requests(operation="createBucket", status=503)
    with pytest.raises(EmulatorError, match="did you mean createBucket"):
        coffer_emulator.expect_requests(operation="createBuckets")


def test_settings_change_until_the_next_reset(coffer_emulator: Emulator) -> None:
    changed = coffer_emulator.change_settings(dialect="minimal", knobs={"create_status": 201}, lag={"new_hidden": 2}, settle="3polls")

    assert (changed["knobs"]["createStatus"], changed["lag"]["newHidden"], changed["settle"]) == (201, 2, "3polls")
    coffer_emulator.reset()
    assert coffer_emulator.call("GET", "/settings")["lag"]["newHidden"] == 0


def test_objects_are_seeded_and_faults_aimed_at_a_key(coffer_emulator: Emulator) -> None:
    bucket = coffer_emulator.new_bucket()
    coffer_emulator.seed({"objects": [{"bucket": bucket.name, "key": "2026/a.txt", "body": "x"}]})

    fault = coffer_emulator.add_fault("GetObject", status=503, where={"access_key_id": bucket.access_key_id})

    assert coffer_emulator.call("GET", "/faults")[0]["spec"]["where"] == {"accessKeyId": bucket.access_key_id}
    assert fault.met == 0


def test_secrets_are_compared_and_not_shown(coffer_emulator: Emulator) -> None:
    values = [{"id": "s/1", "name": "text", "value": CANARY}, {"id": "s-2", "name": "bytes", "value": {"base64": "AAE="}}]
    coffer_emulator.seed({"secrets": values})

    assert coffer_emulator.secret_matches("s/1", CANARY)
    assert not coffer_emulator.secret_matches("s/1", "other")
    assert coffer_emulator.secret_matches("s-2", b"\x00\x01")
    assert CANARY not in json.dumps(coffer_emulator.objects())
    with pytest.raises(EmulatorError) as refused:
        coffer_emulator.seed({"secrets": [{"name": "NO", "value": CANARY}]})
    assert CANARY not in str(refused.value)


def test_credentials_open_a_bucket(coffer_emulator: Emulator) -> None:
    bucket = coffer_emulator.new_bucket(max_size=10, permissions=["read"])

    [stored] = coffer_emulator.objects()["buckets"]
    [key] = coffer_emulator.objects()["accessKeys"]
    assert (stored["alias"], stored["maxSize"]) == (bucket.name, 10)
    assert key["accessKeyId"] == bucket.client_options["aws_access_key_id"]
    assert key["permissions"] == {"read": True, "write": False, "owner": False}
    assert bucket.environment["AWS_ENDPOINT_URL_S3"] == coffer_emulator.s3_endpoint
    assert bucket.secret_access_key not in repr(bucket)
    assert coffer_emulator.token not in repr(coffer_emulator)
    project = coffer_emulator.new_project()
    assert project.token not in repr(project)
    assert coffer_emulator.requests() == []
    with pytest.raises(EmulatorError, match="must be one of read, write, owner"):
        coffer_emulator.new_bucket(permissions=["admin"])


def test_stops_the_process(coffer_emulator: Emulator) -> None:
    assert isinstance(coffer_emulator, RunningEmulator)
    program = [sys.executable, "-c", "import sys; print('{\"baseUrl\": \"http://x\", \"s3Endpoint\": \"\", \"token\": \"\", \"projectId\": \"\"}', flush=True); sys.stdin.read(); import time; time.sleep(600)"]
    with start(command=program) as other:
        assert other.pid != coffer_emulator.pid
    other.stop()

    assert subprocess.run(["kill", "-0", str(other.pid)], capture_output=True).returncode != 0


def test_says_why_it_cannot_start(tmp_path) -> None:
    says = [sys.executable, "-c", "import sys; sys.exit('no such dialect')"]
    with pytest.raises(StartError, match="no such dialect"):
        start(command=says)
    with pytest.raises(StartError, match="It needs Node 22.13 or newer; this is Node.js v18.19.1"):
        start(command=[sys.executable, "-c", "import sys; sys.exit('SyntaxError: Invalid regular expression flags\\n\\nNode.js v18.19.1')"])
    with pytest.raises(StartError, match="is no emulator: with --json it printed 'hello'"):
        start(command=[sys.executable, "-c", "print('hello')"])
    with pytest.raises(StartError, match="did not start within 0.2 s"):
        start(command=[sys.executable, "-c", "import time; time.sleep(60)"], timeout_s=0.2)
    with pytest.raises(StartError, match="cannot be started by /no/such/program"):
        start(command="/no/such/program")
    with pytest.raises(StartError, match="npm install --save-dev coffer-emulator"):
        start(cwd=tmp_path)
