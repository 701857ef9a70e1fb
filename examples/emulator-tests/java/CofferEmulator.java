import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.UUID;

/** Coffer's emulator in a container, for tests. CONTAINER_ENGINE names another engine than docker. */
public final class CofferEmulator implements AutoCloseable {
    private static final String IMAGE = "ghcr.io/coffer/coffer-emulator:0.1.0";

    public final String baseUrl;
    public final String s3Endpoint;
    public final String token = UUID.randomUUID().toString();
    public final String projectId = "project-1";
    private final String adminToken = UUID.randomUUID().toString();
    private final HttpClient client = HttpClient.newHttpClient();
    private final Process process;

    /** Starts the container, and waits until it is ready. */
    public CofferEmulator() throws IOException {
        final int rest = freePort();
        final int s3 = freePort();
        baseUrl = "http://127.0.0.1:" + rest;
        s3Endpoint = "http://127.0.0.1:" + s3;
        final String engine = System.getenv().getOrDefault("CONTAINER_ENGINE", "docker");
        final ProcessBuilder builder = new ProcessBuilder(engine, "run", "--rm",
                "--publish", "127.0.0.1:" + rest + ":4280", "--publish", "127.0.0.1:" + s3 + ":4281",
                "--env", "COFFER_EMULATOR_TOKEN", "--env", "COFFER_EMULATOR_ADMIN_TOKEN",
                IMAGE, "--json", "--s3-public-url", s3Endpoint);
        // The tokens go through the environment: arguments are in the list of processes.
        builder.environment().put("COFFER_EMULATOR_TOKEN", token);
        builder.environment().put("COFFER_EMULATOR_ADMIN_TOKEN", adminToken);
        process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        // One line says that it is ready. Its URLs are those inside of the container.
        if (new BufferedReader(new InputStreamReader(process.getInputStream())).readLine() == null) {
            throw new IOException("the emulator did not start");
        }
    }

    /** Makes the emulator as good as new. */
    public void reset() throws IOException, InterruptedException {
        control("/reset", "");
    }

    /** Has something go wrong on purpose; the fault is JSON. */
    public void addFault(final String fault) throws IOException, InterruptedException {
        control("/faults", fault);
    }

    /** Sends a request to the REST interface, as the code under test does. */
    public HttpResponse<String> send(final String method, final String path, final String json)
            throws IOException, InterruptedException {
        return send(method, path, token, json);
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }

    private void control(final String path, final String json) throws IOException, InterruptedException {
        final HttpResponse<String> response = send("POST", "/_emulator" + path, adminToken, json);
        if (response.statusCode() >= 300) {
            throw new IOException(path + ": " + response.statusCode() + " " + response.body());
        }
    }

    private HttpResponse<String> send(
            final String method, final String path, final String bearer, final String json)
            throws IOException, InterruptedException {
        final HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(baseUrl + path))
                .header("authorization", "Bearer " + bearer)
                .method(method, HttpRequest.BodyPublishers.ofString(json));
        if (!json.isEmpty()) {
            request.header("content-type", "application/json");
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** A port of this machine: the URL of the S3 endpoint has to be known before the container starts. */
    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
