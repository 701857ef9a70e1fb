"""The program of test/deploy/features.ts, then that of the page of the package, which `main` has."""

from cdktf import App, Fn, TerraformOutput, TerraformStack
from cdktf_coffer import (
    AccessKey,
    Bucket,
    BucketGrants,
    CofferProvider,
    Duration,
    Permission,
    RemovalPolicy,
    RotatingAccessKey,
    Secret,
    SecretGeneration,
    SecretValue,
    Size,
    l1,
)


def features(stack: TerraformStack) -> None:
    for name in ["random", "time"]:
        stack.add_override(f"terraform.required_providers.{name}", {"source": f"hashicorp/{name}"})
    session_key = Secret(
        stack,
        "SessionKey",
        secret_name="session-key",
        generate_value=SecretGeneration(length=32, special=False, rotate_after=Duration.parse("P90D"), version="1"),
    )
    session_key.apply_removal_policy(RemovalPolicy.PROTECT)

    uploads = Bucket(
        stack,
        "Uploads",
        max_size=Size.gibibytes(1),
        create_timeout=Duration.millis(90_000).plus(Duration.minutes(1)),
    )
    uploads.apply_removal_policy(RemovalPolicy.DESTROY)
    archive = l1.Bucket(stack, "Archive", max_size=1024)
    overlap = Duration.parse("1h30m").plus(Duration.hours(12))
    reader = RotatingAccessKey(stack, "Reader", overlap=overlap)
    uploads.grants.read(reader)
    grant = BucketGrants.from_bucket(archive).read(reader)

    legacy = AccessKey.from_access_key_attributes(
        stack,
        "Legacy",
        access_key_id="GK31c2f218a2e44f485b94239e",
        endpoint="http-eu.example.com",
        secret_access_key=SecretValue.from_variable(stack, "legacy_secret_access_key"),
    )
    Secret(
        stack,
        "LegacyEnvironment",
        secret_name="legacy-environment",
        value=SecretValue.from_ephemeral(Fn.jsonencode(uploads.environment(legacy)), version="1"),
    )

    TerraformOutput(stack, "session_key_name", value=session_key.secret_name)
    TerraformOutput(stack, "overlap_seconds", value=overlap.to_seconds())
    TerraformOutput(stack, "same_permission", value=grant.permission == Permission.READ)
    TerraformOutput(stack, "same_size", value=Size.gibibytes(1).is_equal_to(Size.mebibytes(1024)))
    TerraformOutput(stack, "same_duration", value=overlap.is_equal_to(Duration.hours(13)))


def app_with(build, outdir: str) -> App:
    app = App(outdir=outdir, context={"targetVersions": {"terraform": ">=1.11.0"}})
    stack = TerraformStack(app, "features")
    CofferProvider(stack, "coffer")
    build(stack)
    return app


def leak(stack: TerraformStack) -> None:
    secret = SecretValue.from_variable(stack, "secret")
    Bucket(stack, "Leaky", max_size=Size.gibibytes(1), description=f"opened with {secret}")


app_with(features, "features.out").synth()
try:
    app_with(leak, "leak.out").synth()
except Exception as error:
    print(error)

import main
