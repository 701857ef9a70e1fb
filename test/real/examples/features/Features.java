import com.fasterxml.jackson.databind.ObjectMapper;
import com.hashicorp.cdktf.*;
import dev.coffer.cdktf.*;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The program of test/real/deploy/features.ts; then runs the one on the page of the package, {@code Main}. */
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

        SecretValue password = SecretValue.fromVariable(stack, "database_password",
                SecretVariableOptions.builder().version("1").build());
        SecretValue url = SecretValue.template("postgres://{user}:{password}@{host}/app",
                Map.of("user", "app@example.com", "password", password, "host", "db.example.com:5432"));
        Secret.Builder.create(stack, "Database")
                .secretName("database")
                .objectValue(Map.of(
                        "url", url,
                        "login", Map.of("password", password, "tls", true),
                        "ports", List.of(5432, 5433),
                        "bucket", uploads.getAlias()))
                .build();

        output(stack, "session_key_name", sessionKey.getSecretName());
        output(stack, "overlap_seconds", overlap.toSeconds());
        output(stack, "same_permission", grant.getPermission() == Permission.READ);
        output(stack, "same_size", Size.gibibytes(1).isEqualTo(Size.mebibytes(1024)));
        output(stack, "access_matrix", CofferTesting.accessMatrix(stack));
        output(stack, "same_duration", overlap.isEqualTo(Duration.hours(13)));
        output(stack, "are_buckets", List.of(Bucket.isBucket(uploads), Bucket.isBucket(reader)));
    }

    private static void output(TerraformStack stack, String name, Object value) {
        TerraformOutput.Builder.create(stack, name).value(value).build();
    }

    private interface Place {
        void put(TerraformStack stack, SecretValue value) throws Exception;
    }

    /** Places that take no secret value. */
    private static Map<String, Place> places() {
        Map<String, Place> places = new LinkedHashMap<>();
        places.put("concatenation", (stack, value) -> output(stack, "X", "opened with " + value));
        places.put("format", (stack, value) -> output(stack, "X", String.format("%s", value)));
        places.put("valueOf", (stack, value) -> output(stack, "X", String.valueOf((Object) value)));
        places.put("join", (stack, value) -> output(stack, "X", List.of(value).toString()));
        places.put("jackson", (stack, value) -> output(stack, "X", new ObjectMapper().writeValueAsString(value)));
        places.put("toJson", (stack, value) -> output(stack, "X", "{\"a\":\"" + value.toJSON() + "\"}"));
        places.put("jsonencode", (stack, value) -> output(stack, "X", Fn.jsonencode(Map.of("a", value))));
        places.put("output", (stack, value) -> output(stack, "X", List.of(Map.of("a", value))));
        places.put("token", (stack, value) -> output(stack, "X", Token.asString(value)));
        return places;
    }

    private static void misplaced() {
        places().forEach((name, place) -> {
            try {
                synth("misplaced.out", stack -> {
                    try {
                        place.put(stack, SecretValue.fromVariable(stack, "secret"));
                    } catch (RuntimeException error) {
                        throw error;
                    } catch (Exception error) {
                        throw new IllegalStateException(error);
                    }
                });
                System.out.println("misplaced: stored by " + name);
            } catch (RuntimeException error) {
                System.out.println("misplaced: refused " + name + " " + String.valueOf(error).contains("SecretValue.json"));
            }
        });
    }

    private static void synth(String outdir, Consumer<TerraformStack> build) {
        App app = new App(AppConfig.builder()
                .outdir(outdir)
                .context(Map.of("targetVersions", Map.of("terraform", ">=1.11.0")))
                .build());
        TerraformStack stack = new TerraformStack(app, "features");
        new CofferProvider(stack, "coffer");
        build.accept(stack);
        app.synth();
    }

    public static void main(String[] args) {
        synth("features.out", Features::features);
        misplaced();
        Main.main(args);
    }
}
