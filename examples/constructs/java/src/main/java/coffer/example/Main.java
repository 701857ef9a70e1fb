package coffer.example;

import com.hashicorp.cdktf.App;
import com.hashicorp.cdktf.TerraformOutput;
import com.hashicorp.cdktf.TerraformStack;
import com.hashicorp.cdktf.TerraformVariable;
import dev.coffer.cdktf.AccessKey;
import dev.coffer.cdktf.Bucket;
import dev.coffer.cdktf.BucketProps;
import dev.coffer.cdktf.CofferProvider;
import dev.coffer.cdktf.GhcrPullSecretProps;
import dev.coffer.cdktf.PullSecret;
import dev.coffer.cdktf.Secret;
import dev.coffer.cdktf.SecretProps;
import dev.coffer.cdktf.SecretValue;
import dev.coffer.cdktf.SecretVariableOptions;
import dev.coffer.cdktf.Size;
import software.constructs.Construct;

/** What a web application needs around it: two secrets, access to its private image, and storage for uploads. */
public final class Main extends TerraformStack {
    private Main(final Construct scope, final String id) {
        super(scope, id);

        // URL, token and project come from COFFER_BASE_URL, COFFER_TOKEN and COFFER_PROJECT_ID when Terraform runs.
        new CofferProvider(this, "coffer");

        new Secret(this, "PaymentApiKey", SecretProps.builder()
                .secretName("payment-api-key")
                .value(secretVariable("payment_api_key", "API key of the payment service."))
                .build());
        new Secret(this, "SessionSecret", SecretProps.builder()
                .secretName("session-secret")
                .value(secretVariable("session_secret",
                        "Signs session cookies: nobody needs to know it, so draw it at random."))
                .build());

        final PullSecret image = PullSecret.forGhcr(this, "Image", GhcrPullSecretProps.builder()
                .username(textVariable("ghcr_username", "GitHub login that owns the token.", null))
                .token(secretVariable("ghcr_token", "Classic personal access token with read:packages."))
                .build());

        final Bucket uploads = new Bucket(this, "Uploads", BucketProps.builder()
                .maxSize(Size.gibibytes(5))
                .description("Files that visitors send us")
                .build());

        // A key has one permission for all its buckets, so reading and writing are two keys.
        final AccessKey reader = new AccessKey(this, "Reader");
        uploads.grantRead(reader);
        final AccessKey writer = new AccessKey(this, "Writer");
        uploads.grantWrite(writer);

        output("pull_secret_id", image.getPullSecretId());
        output("uploads_bucket", uploads.getAlias());
        output("uploads_endpoint", uploads.getEndpoint());
        reader.outputCredentials("uploads_reader");
        writer.outputCredentials("uploads_writer");
    }

    /** A write-only value and, beside it, the variable that says when it changed: {@code <name>_version}. */
    private SecretValue secretVariable(final String name, final String description) {
        final String version = textVariable(name + "_version", "Change it together with " + name + ".", "1");
        return SecretValue.fromVariable(this, name,
                SecretVariableOptions.builder().description(description).version(version).build());
    }

    private String textVariable(final String name, final String description, final String defaultText) {
        return TerraformVariable.Builder.create(this, name)
                .type("string")
                .description(description)
                .defaultValue(defaultText)
                .build()
                .getStringValue();
    }

    private void output(final String name, final String value) {
        TerraformOutput.Builder.create(this, name).value(value).sensitive(true).build();
    }

    public static void main(final String[] args) {
        final App app = new App();
        new Main(app, "web-app");
        app.synth();
    }
}
