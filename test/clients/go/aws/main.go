// Uploads, lists, downloads, uploads in parts and deletes with the AWS SDK for Go, and compares the bytes.
package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/feature/s3/manager"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
)

func main() {
	if err := run(context.Background(), os.Getenv("S3_BUCKET")); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, bucket string) error {
	client := s3.New(s3.Options{
		Region:       "us-east-1",
		BaseEndpoint: aws.String(os.Getenv("S3_ENDPOINT")),
		UsePathStyle: true,
		Credentials: credentials.NewStaticCredentialsProvider(
			os.Getenv("AWS_ACCESS_KEY_ID"), os.Getenv("AWS_SECRET_ACCESS_KEY"), ""),
	})
	// The largest goes up in parts.
	for name, size := range map[string]int{"empty": 0, "a b+ü": 1000, "large": 12 << 20} {
		key := "aws-go/" + name
		content := make([]byte, size)
		rand.Read(content)
		_, err := manager.NewUploader(client).Upload(ctx, &s3.PutObjectInput{
			Bucket: &bucket, Key: &key, Body: bytes.NewReader(content), Metadata: map[string]string{"who": "somebody"},
		})
		if err != nil {
			return fmt.Errorf("upload %q: %w", key, err)
		}
		object, err := client.GetObject(ctx, &s3.GetObjectInput{Bucket: &bucket, Key: &key, ChecksumMode: types.ChecksumModeEnabled})
		if err != nil {
			return fmt.Errorf("download %q: %w", key, err)
		}
		got, err := io.ReadAll(object.Body)
		if err != nil || !bytes.Equal(got, content) {
			return fmt.Errorf("download %q: %d bytes, not the %d that were uploaded: %v", key, len(got), size, err)
		}
		if object.Metadata["who"] != "somebody" {
			return fmt.Errorf("metadata of %q: %q", key, object.Metadata)
		}
		_, err = client.GetObjectAttributes(ctx, &s3.GetObjectAttributesInput{
			Bucket: &bucket, Key: &key,
			ObjectAttributes: []types.ObjectAttributes{types.ObjectAttributesEtag, types.ObjectAttributesObjectSize},
		})
		if err != nil {
			return fmt.Errorf("attributes of %q: %w", key, err)
		}
	}
	list := func() ([]types.Object, error) {
		page, err := client.ListObjectsV2(ctx, &s3.ListObjectsV2Input{Bucket: &bucket, Prefix: aws.String("aws-go/")})
		if err != nil {
			return nil, fmt.Errorf("list: %w", err)
		}
		return page.Contents, nil
	}
	objects, err := list()
	if err != nil {
		return err
	}
	if len(objects) != 3 {
		return fmt.Errorf("%d objects are listed, not 3", len(objects))
	}
	var doomed []types.ObjectIdentifier
	for _, object := range objects {
		doomed = append(doomed, types.ObjectIdentifier{Key: object.Key})
	}
	if _, err := client.DeleteObjects(ctx, &s3.DeleteObjectsInput{Bucket: &bucket, Delete: &types.Delete{Objects: doomed}}); err != nil {
		return fmt.Errorf("delete: %w", err)
	}
	if objects, err = list(); err != nil || len(objects) != 0 {
		return fmt.Errorf("%d objects are left: %v", len(objects), err)
	}
	return nil
}
