import java.net.http.HttpResponse;

/** Two tests with one emulator. With JUnit, start it in {@code @BeforeAll}, reset it in {@code @BeforeEach}, close it in {@code @AfterAll}. */
public final class BucketsTest {
    public static void main(final String[] args) throws Exception {
        try (CofferEmulator emulator = new CofferEmulator()) {
            emulator.reset();
            showsTheEndpointThatClientsReach(emulator);
            emulator.reset();
            aFaultStrikesOnce(emulator);
        }
        System.out.println("2 passed");
    }

    private static void showsTheEndpointThatClientsReach(final CofferEmulator emulator) throws Exception {
        makeBucket(emulator);

        final HttpResponse<String> list = emulator.send("GET", "/s3/buckets", "");

        expect(list.statusCode() == 200, list.body());
        expect(list.body().contains("\"" + emulator.s3Endpoint + "\""), list.body());
    }

    private static void aFaultStrikesOnce(final CofferEmulator emulator) throws Exception {
        emulator.addFault("{\"operation\": \"createBucket\", \"status\": 503, \"times\": 1}");

        expect(makeBucket(emulator).statusCode() == 503, "the first request did not fail");
        expect(makeBucket(emulator).statusCode() == 201, "the second request failed");
    }

    private static HttpResponse<String> makeBucket(final CofferEmulator emulator) throws Exception {
        final String bucket = "{\"project_id\": \"" + emulator.projectId + "\", \"max_size\": 1048576}";
        return emulator.send("POST", "/s3/buckets", bucket);
    }

    private static void expect(final boolean isSo, final String otherwise) {
        if (!isSo) {
            throw new AssertionError(otherwise);
        }
    }
}
