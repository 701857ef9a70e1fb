import com.hashicorp.cdktf.App;
import com.hashicorp.cdktf.AppConfig;
import com.hashicorp.cdktf.Fn;
import com.hashicorp.cdktf.TerraformOutput;
import com.hashicorp.cdktf.TerraformStack;
import dev.coffer.cdktf.AccessKey;
import dev.coffer.cdktf.AccessKeyAttributes;
import dev.coffer.cdktf.Bucket;
import dev.coffer.cdktf.BucketGrants;
import dev.coffer.cdktf.CofferProvider;
import dev.coffer.cdktf.Duration;
import dev.coffer.cdktf.Grant;
import dev.coffer.cdktf.IAccessKeyCredentials;
import dev.coffer.cdktf.Permission;
import dev.coffer.cdktf.RemovalPolicy;
import dev.coffer.cdktf.RotatingAccessKey;
import dev.coffer.cdktf.Secret;
import dev.coffer.cdktf.SecretGeneration;
import dev.coffer.cdktf.SecretValue;
import dev.coffer.cdktf.SecretValueOptions;
import dev.coffer.cdktf.Size;
import java.util.List;
import java.util.Map;

/** The program of test/deploy/features.ts; then runs the one on the page of the package, {@code Main}. */
public class Features {
    private static void features(TerraformStack stack) {
        for (String name : List.of("random", "time")) {
            stack.addOverride("terraform.required_providers." + name, Map.of("source", "hashicorp/" + name));
        }
        Secret sessionKey = Secret.Builder.create(stack, "SessionKey")
                .secretName("session-key")
                .generateValue(SecretGeneration.builder()
                        .length(32).special(false).rotateAfter(Duration.parse("P90D")).version("1").build())
                .build();
        sessionKey.applyRemovalPolicy(RemovalPolicy.PROTECT);

        Bucket uploads = Bucket.Builder.create(stack, "Uploads")
                .maxSize(Size.gibibytes(1))
                .createTimeout(Duration.millis(90_000).plus(Duration.minutes(1)))
                .build();
        uploads.applyRemovalPolicy(RemovalPolicy.DESTROY);
        dev.coffer.cdktf.l1.Bucket archive =
                dev.coffer.cdktf.l1.Bucket.Builder.create(stack, "Archive").maxSize(1024).build();
        Duration overlap = Duration.parse("1h30m").plus(Duration.hours(12));
        RotatingAccessKey reader = RotatingAccessKey.Builder.create(stack, "Reader").overlap(overlap).build();
        uploads.getGrants().read(reader);
        Grant grant = BucketGrants.fromBucket(archive).read(reader);

        IAccessKeyCredentials legacy = AccessKey.fromAccessKeyAttributes(stack, "Legacy", AccessKeyAttributes.builder()
                .accessKeyId("GK31c2f218a2e44f485b94239e")
                .endpoint("http-eu.example.com")
                .secretAccessKey(SecretValue.fromVariable(stack, "legacy_secret_access_key"))
                .build());
        Secret.Builder.create(stack, "LegacyEnvironment")
                .secretName("legacy-environment")
                .value(SecretValue.fromEphemeral(Fn.jsonencode(uploads.environment(legacy)),
                        SecretValueOptions.builder().version("1").build()))
                .build();

        output(stack, "session_key_name", sessionKey.getSecretName());
        output(stack, "overlap_seconds", overlap.toSeconds());
        output(stack, "same_permission", grant.getPermission() == Permission.READ);
        output(stack, "same_size", Size.gibibytes(1).isEqualTo(Size.mebibytes(1024)));
        output(stack, "same_duration", overlap.isEqualTo(Duration.hours(13)));
    }

    private static void output(TerraformStack stack, String name, Object value) {
        TerraformOutput.Builder.create(stack, name).value(value).build();
    }

    public static void main(String[] args) {
        App app = new App(AppConfig.builder()
                .outdir("features.out")
                .context(Map.of("targetVersions", Map.of("terraform", ">=1.11.0")))
                .build());
        TerraformStack stack = new TerraformStack(app, "features");
        new CofferProvider(stack, "coffer");
        features(stack);
        app.synth();
        Main.main(args);
    }
}
