"""The program of test/real/deploy/features.ts, then that of the page of the package, which `main` has."""

import json
from collections.abc import Callable

from cdktf import (
    App,
    Aspects,
    DataResource,
    Fn,
    TerraformHclModule,
    TerraformIterator,
    TerraformLocal,
    TerraformOutput,
    TerraformStack,
    TerraformVariable,
    Token,
)
from cdktf_coffer import (
    AccessKey,
    Bucket,
    BucketGrants,
    CofferProvider,
    CofferTesting,
    Duration,
    MaxQuota,
    NoCrossStackSecrets,
    NoOwnerKeys,
    NoPlainTextSecrets,
    Permission,
    Policy,
    PolicyRule,
    RemovalPolicy,
    RequireRotation,
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

    Aspects.of(stack).add(MaxQuota(Size.gibibytes(1)))
    Aspects.of(stack).add(NoCrossStackSecrets())
    Aspects.of(stack).add(NoOwnerKeys())
    Aspects.of(stack).add(NoPlainTextSecrets())
    Aspects.of(stack).add(RequireRotation(warn_only=True))

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

    password = SecretValue.from_variable(stack, "legacy_secret_access_key", version="1")
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
    tenants(stack)


def tenants(stack: TerraformStack) -> None:
    quotas = TerraformVariable(stack, "quotas", type="map(number)", default={"acme": 1_000_000, "umbrella": 2_000_000})
    each = TerraformIterator.from_map(Token.as_any_map(quotas.string_value))
    buckets = Bucket.for_each(
        stack,
        "Tenant",
        each,
        max_size=Size.bytes(Token.as_number(each.value)),
        description=each.key,
    )
    Policy.suppress(buckets, PolicyRule.MAX_QUOTA, "The variable says the quotas")
    secrets = Secret.for_each(
        stack,
        "TenantNote",
        each,
        secret_name=Fn.join("-", ["tenant", each.key]),
        value=SecretValue.from_variable(stack, "legacy_secret_access_key"),
    )
    auditor = RotatingAccessKey(stack, "Auditor")
    buckets.grant(auditor, Permission.READ)
    auditor.store_in("auditor")
    owner = RotatingAccessKey(stack, "TenantOwner")
    owner.resource.for_each = each
    buckets.each.grant(owner, Permission.READ_WRITE)

    to = buckets.at("acme").connection(auditor, region="eu-1")
    TerraformOutput(stack, "connection", value=[to.endpoint, to.region, to.bucket, to.access_key_id, to.secret_name])
    TerraformOutput(stack, "tenants", value=buckets.aliases)
    TerraformOutput(stack, "tenant_notes", value=[secrets.secret_names, secrets.at("umbrella").secret_name])


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
    "merge": lambda stack, value: TerraformOutput(stack, "X", value=Fn.merge([{"b": "c"}, {"a": value}])),
    "output": lambda stack, value: TerraformOutput(stack, "X", value=[{"a": value}]),
    "local": lambda stack, value: TerraformLocal(stack, "X", {"a": value}),
    "default": lambda stack, value: TerraformVariable(stack, "X", default=value),
    "terraform_data": lambda stack, value: DataResource(stack, "X", input={"a": value}),
    "override": lambda stack, value: TerraformOutput(stack, "X", value="x").add_override("value", {"a": value}),
    "stack": lambda stack, value: stack.add_override("terraform.x", value),
    "module": lambda stack, value: TerraformHclModule(stack, "X", source="a/b/c", variables={"a": value}),
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
