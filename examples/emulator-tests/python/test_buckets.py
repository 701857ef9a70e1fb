import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def send(emulator, method, path, body=None):
    """Stands for the code under test."""
    request = Request(emulator.base_url + path, method=method, data=body and json.dumps(body).encode())
    request.add_header("authorization", f"Bearer {emulator.token}")
    request.add_header("content-type", "application/json")
    try:
        with urlopen(request) as response:
            return response.status, json.load(response)
    except HTTPError as error:
        return error.code, None


def make_bucket(emulator):
    return send(emulator, "POST", "/s3/buckets", {"project_id": emulator.project_id, "max_size": 2**20})


def test_a_bucket_shows_the_s3_endpoint_that_clients_reach(emulator):
    make_bucket(emulator)

    status, [bucket] = send(emulator, "GET", "/s3/buckets")

    assert status == 200
    assert bucket["endpoint"] == emulator.s3_endpoint


def test_a_fault_strikes_once(emulator):
    emulator.add_fault("createBucket", status=503, times=1)

    assert [make_bucket(emulator)[0] for _ in range(2)] == [503, 201]
