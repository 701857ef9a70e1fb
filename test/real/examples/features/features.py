"""The program of test/real/deploy/features.ts, then that of the page of the package, which `main` has."""

import json
from collections.abc import Callable

from cdktf import (
    App,
    Fn,
    TerraformOutput,
    TerraformStack,
    Token,
)
from cdktf_coffer import (
    Bucket,
    BucketGrants,
    CofferProvider,
    CofferTesting,
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

    password = SecretValue.from_variable(stack, "database_password", version="1")
    url = SecretValue.template(
        "postgres://{user}:{password}@{host}/app",
        {"user": "app@example.com", "password": password, "host": "db.example.com:5432"},
    )
    Secret(
        stack,
        "Database",
        secret_name="database",
        object_value={
            "url": url,
            "login": {"password": password, "tls": True},
            "ports": [5432, 5433],
            "bucket": uploads.alias,
        },
    )

    TerraformOutput(stack, "session_key_name", value=session_key.secret_name)
    TerraformOutput(stack, "overlap_seconds", value=overlap.to_seconds())
    TerraformOutput(stack, "same_permission", value=grant.permission == Permission.READ)
    TerraformOutput(stack, "same_size", value=Size.gibibytes(1).is_equal_to(Size.mebibytes(1024)))
    TerraformOutput(stack, "access_matrix", value=CofferTesting.access_matrix(stack))
    TerraformOutput(stack, "same_duration", value=overlap.is_equal_to(Duration.hours(13)))
    TerraformOutput(stack, "are_buckets", value=[Bucket.is_bucket(uploads), Bucket.is_bucket(reader)])


def app_with(build: Callable[[TerraformStack], object], outdir: str) -> App:
    app = App(outdir=outdir, context={"targetVersions": {"terraform": ">=1.11.0"}})
    stack = TerraformStack(app, "features")
    CofferProvider(stack, "coffer")
    build(stack)
    return app


# Places that take no secret value, each as a function of a stack and a value.
MISPLACED: dict[str, Callable[[TerraformStack, SecretValue], object]] = {
    "f-string": lambda stack, value: TerraformOutput(stack, "X", value=f"opened with {value}"),
    "str": lambda stack, value: Bucket(stack, "X", max_size=Size.gibibytes(1), description=str(value)),
    "percent": lambda stack, value: TerraformOutput(stack, "X", value={"%s" % value: 1}),
    "format": lambda stack, value: TerraformOutput(stack, "X", value="{!r}".format(value)),
    "json.dumps": lambda stack, value: TerraformOutput(stack, "X", value=json.dumps({"a": value}, default=str)),
    "to_json": lambda stack, value: TerraformOutput(stack, "X", value=json.dumps({"a": value.to_json()})),
    "to_string": lambda stack, value: TerraformOutput(stack, "X", value=value.to_string()),
    "jsonencode": lambda stack, value: TerraformOutput(stack, "X", value=Fn.jsonencode({"a": value})),
    "output": lambda stack, value: TerraformOutput(stack, "X", value=[{"a": value}]),
    "token": lambda stack, value: TerraformOutput(stack, "X", value=Token.as_string(value)),
}


def misplaced() -> None:
    for name, put in MISPLACED.items():
        try:
            app_with(lambda stack: put(stack, SecretValue.from_variable(stack, "secret")), "misplaced.out").synth()
            print("misplaced: stored by", name)
        except Exception as error:
            print("misplaced: refused", name, "SecretValue.json" in str(error))


app_with(features, "features.out").synth()
misplaced()

import main
