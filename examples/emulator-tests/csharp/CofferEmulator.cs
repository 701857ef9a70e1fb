using System;
using System.Diagnostics;
using System.Net;
using System.Net.Http;
using System.Net.Sockets;
using System.Text;
using System.Threading.Tasks;

namespace Coffer.Example;

/// <summary>Coffer's emulator in a container, for tests. CONTAINER_ENGINE names another engine than docker.</summary>
public sealed class CofferEmulator : IDisposable
{
    private const string Image = "ghcr.io/coffer/coffer-emulator:0.1.0";

    private readonly string adminToken = Guid.NewGuid().ToString();
    private readonly string container = $"coffer-emulator-{Guid.NewGuid()}";
    private readonly string engine = Environment.GetEnvironmentVariable("CONTAINER_ENGINE") ?? "docker";
    private readonly HttpClient client = new();
    private readonly Process process;

    /// <summary>Starts the container, and waits until it is ready.</summary>
    public CofferEmulator()
    {
        var (rest, s3) = (FreePort(), FreePort());
        BaseUrl = $"http://127.0.0.1:{rest}";
        S3Endpoint = $"http://127.0.0.1:{s3}";
        string[] arguments =
        [
            "run", "--rm", "--name", container,
            "--publish", $"127.0.0.1:{rest}:4280", "--publish", $"127.0.0.1:{s3}:4281",
            "--env", "COFFER_EMULATOR_TOKEN", "--env", "COFFER_EMULATOR_ADMIN_TOKEN",
            Image, "--json", "--s3-public-url", S3Endpoint,
        ];
        var start = new ProcessStartInfo(engine, arguments) { RedirectStandardOutput = true };
        // The tokens go through the environment: arguments are in the list of processes.
        start.Environment["COFFER_EMULATOR_TOKEN"] = Token;
        start.Environment["COFFER_EMULATOR_ADMIN_TOKEN"] = adminToken;
        process = Process.Start(start) ?? throw new InvalidOperationException($"{engine} cannot be started");
        // One line says that it is ready. Its URLs are those inside of the container.
        if (process.StandardOutput.ReadLine() is null)
        {
            throw new InvalidOperationException("the emulator did not start");
        }
    }

    public string BaseUrl { get; }

    public string S3Endpoint { get; }

    public string Token { get; } = Guid.NewGuid().ToString();

    public string ProjectId { get; } = "project-1";

    /// <summary>Makes the emulator as good as new.</summary>
    public Task Reset() => Control("/reset", "");

    /// <summary>Has something go wrong on purpose; the fault is JSON.</summary>
    public Task AddFault(string fault) => Control("/faults", fault);

    /// <summary>Sends a request to the REST interface, as the code under test does.</summary>
    public Task<HttpResponseMessage> Send(HttpMethod method, string path, string json) => Send(method, path, Token, json);

    public void Dispose()
    {
        // To kill the client of the engine would leave the container running.
        Process.Start(engine, ["stop", container]).WaitForExit();
        process.WaitForExit();
        process.Dispose();
        client.Dispose();
    }

    private async Task Control(string path, string json)
    {
        using var response = await Send(HttpMethod.Post, $"/_emulator{path}", adminToken, json);
        response.EnsureSuccessStatusCode();
    }

    private Task<HttpResponseMessage> Send(HttpMethod method, string path, string bearer, string json)
    {
        var request = new HttpRequestMessage(method, BaseUrl + path);
        request.Headers.Authorization = new("Bearer", bearer);
        if (json != "")
        {
            request.Content = new StringContent(json, Encoding.UTF8, "application/json");
        }

        return client.SendAsync(request);
    }

    /// <summary>A port of this machine: the URL of the S3 endpoint has to be known before the container starts.</summary>
    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
