import com.fasterxml.jackson.databind.ObjectMapper;
import com.hashicorp.cdktf.App;
import com.hashicorp.cdktf.AppConfig;
import com.hashicorp.cdktf.Aspects;
import com.hashicorp.cdktf.DataResource;
import com.hashicorp.cdktf.Fn;
import com.hashicorp.cdktf.MapTerraformIterator;
import com.hashicorp.cdktf.TerraformHclModule;
import com.hashicorp.cdktf.TerraformIterator;
import com.hashicorp.cdktf.TerraformLocal;
import com.hashicorp.cdktf.TerraformOutput;
import com.hashicorp.cdktf.TerraformStack;
import com.hashicorp.cdktf.TerraformVariable;
import com.hashicorp.cdktf.Token;
import dev.coffer.cdktf.AccessKey;
import dev.coffer.cdktf.AccessKeyAttributes;
import dev.coffer.cdktf.Bucket;
import dev.coffer.cdktf.BucketConnection;
import dev.coffer.cdktf.BucketEnvironmentOptions;
import dev.coffer.cdktf.BucketGrants;
import dev.coffer.cdktf.BucketMap;
import dev.coffer.cdktf.BucketProps;
import dev.coffer.cdktf.CofferProvider;
import dev.coffer.cdktf.CofferTesting;
import dev.coffer.cdktf.Duration;
import dev.coffer.cdktf.Grant;
import dev.coffer.cdktf.IAccessKeyCredentials;
import dev.coffer.cdktf.MaxQuota;
import dev.coffer.cdktf.NoCrossStackSecrets;
import dev.coffer.cdktf.NoOwnerKeys;
import dev.coffer.cdktf.NoPlainTextSecrets;
import dev.coffer.cdktf.Permission;
import dev.coffer.cdktf.Policy;
import dev.coffer.cdktf.PolicyOptions;
import dev.coffer.cdktf.PolicyRule;
import dev.coffer.cdktf.RemovalPolicy;
import dev.coffer.cdktf.RequireRotation;
import dev.coffer.cdktf.RotatingAccessKey;
import dev.coffer.cdktf.Secret;
import dev.coffer.cdktf.SecretGeneration;
import dev.coffer.cdktf.SecretMap;
import dev.coffer.cdktf.SecretProps;
import dev.coffer.cdktf.SecretValue;
import dev.coffer.cdktf.SecretValueOptions;
import dev.coffer.cdktf.SecretVariableOptions;
import dev.coffer.cdktf.Size;
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

        Aspects.of(stack).add(new MaxQuota(Size.gibibytes(1)));
        Aspects.of(stack).add(new NoCrossStackSecrets());
        Aspects.of(stack).add(new NoOwnerKeys());
        Aspects.of(stack).add(new NoPlainTextSecrets());
        Aspects.of(stack).add(new RequireRotation(PolicyOptions.builder().warnOnly(true).build()));

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

        SecretValue password = SecretValue.fromVariable(stack, "legacy_secret_access_key",
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
        tenants(stack);
    }

    private static void tenants(TerraformStack stack) {
        TerraformVariable quotas = TerraformVariable.Builder.create(stack, "quotas")
                .type("map(number)")
                .defaultValue(Map.of("acme", 1_000_000, "umbrella", 2_000_000))
                .build();
        MapTerraformIterator each = TerraformIterator.fromMap(Token.asAnyMap(quotas.getStringValue()));
        BucketMap buckets = Bucket.forEach(stack, "Tenant", each, BucketProps.builder()
                .maxSize(Size.bytes(Token.asNumber(each.getValue())))
                .description(each.getKey())
                .build());
        Policy.suppress(buckets, PolicyRule.MAX_QUOTA, "The variable says the quotas");
        SecretMap secrets = Secret.forEach(stack, "TenantNote", each, SecretProps.builder()
                .secretName(Fn.join("-", List.of("tenant", each.getKey())))
                .value(SecretValue.fromVariable(stack, "legacy_secret_access_key"))
                .build());
        RotatingAccessKey auditor = new RotatingAccessKey(stack, "Auditor");
        buckets.grant(auditor, Permission.READ);
        auditor.storeIn("auditor");
        RotatingAccessKey owner = new RotatingAccessKey(stack, "TenantOwner");
        owner.getResource().setForEach(each);
        buckets.getEach().grant(owner, Permission.READ_WRITE);

        BucketConnection to = buckets.at("acme")
                .connection(auditor, BucketEnvironmentOptions.builder().region("eu-1").build());
        output(stack, "connection", List.of(
                to.getEndpoint(), to.getRegion(), to.getBucket(), to.getAccessKeyId(), to.getSecretName()));
        output(stack, "tenants", buckets.getAliases());
        output(stack, "tenant_notes", List.of(secrets.getSecretNames(), secrets.at("umbrella").getSecretName()));
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
        places.put("merge", (stack, value) -> output(stack, "X", Fn.merge(List.of(Map.of("a", value)))));
        places.put("output", (stack, value) -> output(stack, "X", List.of(Map.of("a", value))));
        places.put("local", (stack, value) -> new TerraformLocal(stack, "X", Map.of("a", value)));
        places.put("default", (stack, value) ->
                TerraformVariable.Builder.create(stack, "X").defaultValue(value).build());
        places.put("terraform_data", (stack, value) ->
                DataResource.Builder.create(stack, "X").input(Map.of("a", value)).build());
        places.put("override", (stack, value) -> TerraformOutput.Builder.create(stack, "X").value("x").build()
                .addOverride("value", Map.of("a", value)));
        places.put("stack", (stack, value) -> stack.addOverride("terraform.x", value));
        places.put("module", (stack, value) -> TerraformHclModule.Builder.create(stack, "X")
                .source("a/b/c").variables(Map.of("a", value)).build());
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
