"""What a web application needs around it: two secrets, access to its private image, and storage for uploads."""

from cdktf import App, TerraformOutput, TerraformStack, TerraformVariable
from cdktf_coffer import AccessKey, Bucket, CofferProvider, PullSecret, Secret, SecretValue, Size
from constructs import Construct


class WebAppStack(TerraformStack):
    def __init__(self, scope: Construct, id: str) -> None:
        super().__init__(scope, id)

        # URL, token and project come from COFFER_BASE_URL, COFFER_TOKEN and COFFER_PROJECT_ID when Terraform runs.
        CofferProvider(self, "coffer")

        Secret(
            self,
            "PaymentApiKey",
            secret_name="payment-api-key",
            value=self.secret_variable("payment_api_key", "API key of the payment service."),
        )
        Secret(
            self,
            "SessionSecret",
            secret_name="session-secret",
            value=self.secret_variable(
                "session_secret", "Signs session cookies: nobody needs to know it, so draw it at random."
            ),
        )

        image = PullSecret.for_ghcr(
            self,
            "Image",
            username=self.text_variable("ghcr_username", "GitHub login that owns the token."),
            token=self.secret_variable("ghcr_token", "Classic personal access token with read:packages."),
        )

        uploads = Bucket(self, "Uploads", max_size=Size.gibibytes(5), description="Files that visitors send us")

        # A key has one permission for all its buckets, so reading and writing are two keys.
        reader = AccessKey(self, "Reader")
        uploads.grant_read(reader)
        writer = AccessKey(self, "Writer")
        uploads.grant_write(writer)

        self.output("pull_secret_id", image.pull_secret_id)
        self.output("uploads_bucket", uploads.alias)
        self.output("uploads_endpoint", uploads.endpoint)
        reader.output_credentials("uploads_reader")
        writer.output_credentials("uploads_writer")

    def secret_variable(self, name: str, description: str) -> SecretValue:
        """A write-only value and, beside it, the variable that says when it changed: `<name>_version`."""
        version = self.text_variable(f"{name}_version", f"Change it together with {name}.", "1")
        return SecretValue.from_variable(self, name, description=description, version=version)

    def text_variable(self, name: str, description: str, default: str | None = None) -> str:
        variable = TerraformVariable(self, name, type="string", description=description, default=default)
        return variable.string_value

    def output(self, name: str, value: str) -> None:
        TerraformOutput(self, name, value=value, sensitive=True)


app = App()
WebAppStack(app, "web-app")
app.synth()
