"""The fixture of coffer-emulator with an emulator that runs already."""

import os

from coffer_emulator import Emulator, RunningEmulator


def test_takes_what_runs(coffer_emulator: Emulator) -> None:
    assert not isinstance(coffer_emulator, RunningEmulator)
    assert coffer_emulator.environment == {
        **{name: os.environ[name] for name in ["COFFER_BASE_URL", "COFFER_TOKEN", "COFFER_PROJECT_ID"]},
        "COFFER_REQUIRE_EMULATOR": "1",
    }
    assert coffer_emulator.admin_token == os.environ["COFFER_EMULATOR_ADMIN_TOKEN"]
    assert coffer_emulator.new_bucket().endpoint == coffer_emulator.s3_endpoint
    assert len(coffer_emulator.objects()["buckets"]) == 1
