using System.Net;
using System.Net.Http;
using System.Threading.Tasks;
using Xunit;

namespace Coffer.Example;

public sealed class BucketsTests(CofferEmulator emulator) : IClassFixture<CofferEmulator>
{
    [Fact]
    public async Task A_bucket_shows_the_S3_endpoint_that_clients_reach()
    {
        await emulator.Reset();

        using var made = await MakeBucket();
        using var list = await emulator.Send(HttpMethod.Get, "/s3/buckets", "");

        Assert.Equal(HttpStatusCode.OK, list.StatusCode);
        Assert.Contains($"\"{emulator.S3Endpoint}\"", await list.Content.ReadAsStringAsync());
    }

    [Fact]
    public async Task A_fault_strikes_once()
    {
        await emulator.Reset();
        await emulator.AddFault("""{"operation": "createBucket", "status": 503, "times": 1}""");

        using var first = await MakeBucket();
        using var second = await MakeBucket();

        Assert.Equal((HttpStatusCode.ServiceUnavailable, HttpStatusCode.Created), (first.StatusCode, second.StatusCode));
    }

    private Task<HttpResponseMessage> MakeBucket() =>
        emulator.Send(HttpMethod.Post, "/s3/buckets", $$"""{"project_id": "{{emulator.ProjectId}}", "max_size": 1048576}""");
}
