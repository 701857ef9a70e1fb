// Uploads, lists, downloads, uploads in parts and deletes with minio-go, and compares the bytes.
package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log"
	"net/url"
	"os"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

const prefix = "minio-go/"

func main() {
	if err := run(context.Background(), os.Getenv("S3_BUCKET")); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, bucket string) error {
	endpoint, err := url.Parse(os.Getenv("S3_ENDPOINT"))
	if err != nil {
		return err
	}
	client, err := minio.New(endpoint.Host, &minio.Options{
		Creds:  credentials.NewStaticV4(os.Getenv("AWS_ACCESS_KEY_ID"), os.Getenv("AWS_SECRET_ACCESS_KEY"), ""),
		Region: "us-east-1",
	})
	if err != nil {
		return err
	}
	// The largest goes up in parts.
	for name, size := range map[string]int{"empty": 0, "a b+ü": 1000, "large": 12 << 20} {
		key := prefix + name
		content := make([]byte, size)
		rand.Read(content)
		_, err := client.PutObject(ctx, bucket, key, bytes.NewReader(content), int64(size), minio.PutObjectOptions{
			PartSize: 5 << 20, UserMetadata: map[string]string{"Who": name},
		})
		if err != nil {
			return fmt.Errorf("upload %q: %w", key, err)
		}
		object, err := client.GetObject(ctx, bucket, key, minio.GetObjectOptions{})
		if err != nil {
			return fmt.Errorf("download %q: %w", key, err)
		}
		got, err := io.ReadAll(object)
		if err != nil || !bytes.Equal(got, content) {
			return fmt.Errorf("download %q: %d bytes, not the %d that were uploaded: %v", key, len(got), size, err)
		}
	}
	names := func() (keys []string, err error) {
		for object := range client.ListObjects(ctx, bucket, minio.ListObjectsOptions{Prefix: prefix, Recursive: true}) {
			if object.Err != nil {
				return nil, fmt.Errorf("list: %w", object.Err)
			}
			keys = append(keys, object.Key)
		}
		return keys, nil
	}
	keys, err := names()
	if err != nil {
		return err
	}
	if len(keys) != 3 {
		return fmt.Errorf("%q are listed, not 3 objects", keys)
	}
	for _, key := range keys {
		if err := client.RemoveObject(ctx, bucket, key, minio.RemoveObjectOptions{}); err != nil {
			return fmt.Errorf("delete %q: %w", key, err)
		}
	}
	if keys, err = names(); err != nil || len(keys) != 0 {
		return fmt.Errorf("%q are left: %v", keys, err)
	}
	return nil
}
