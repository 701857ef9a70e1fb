package emulatortests

import (
	"strings"
	"testing"
)

func TestBucketsOfTheEmulator(t *testing.T) {
	emulator := Start(t)
	bucket := map[string]any{"project_id": emulator.ProjectID, "max_size": 1 << 20}

	t.Run("a bucket shows the S3 endpoint that clients reach", func(t *testing.T) {
		emulator.Reset(t)

		emulator.Send(t, "POST", "/s3/buckets", bucket)
		status, list := emulator.Send(t, "GET", "/s3/buckets", nil)

		if status != 200 || !strings.Contains(list, `"`+emulator.S3Endpoint+`"`) {
			t.Errorf("got %d, %s", status, list)
		}
	})

	t.Run("a fault strikes once", func(t *testing.T) {
		emulator.Reset(t)
		emulator.AddFault(t, map[string]any{"operation": "createBucket", "status": 503, "times": 1})

		first, _ := emulator.Send(t, "POST", "/s3/buckets", bucket)
		second, _ := emulator.Send(t, "POST", "/s3/buckets", bucket)

		if first != 503 || second != 201 {
			t.Errorf("got %d, then %d", first, second)
		}
	})
}
