"""What applications do with boto3, on one bucket: python boto3-story.py ENDPOINT BUCKET path|virtual SOURCE TARGET."""

import io
import os
import sys
import urllib.request

import boto3
from boto3.s3.transfer import TransferConfig
from botocore.config import Config
from botocore.exceptions import ClientError

endpoint, bucket, style, source, target = sys.argv[1:]
# Without its own word boto3 still presigns by Signature Version 2, which neither S3's newer regions nor the service take.
config = Config(s3={"addressing_style": style}, signature_version="s3v4", retries={"total_max_attempts": 1})
s3 = boto3.client("s3", endpoint_url=endpoint, config=config)
MIB = 2**20


def refused(code, call, **arguments):
    try:
        call(Bucket=bucket, **arguments)
    except ClientError as error:
        assert error.response["Error"]["Code"] == code, error.response
        return
    raise AssertionError(f"{code} was expected")


# Files: empty, odd names, and one large enough for parts.
for folder, _, names in os.walk(source):
    for name in names:
        path = os.path.join(folder, name)
        s3.upload_file(path, bucket, os.path.relpath(path, source), Config=TransferConfig(multipart_threshold=6 * MIB))
listed = [item["Key"] for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket, PaginationConfig={"PageSize": 3}) for item in page["Contents"]]
assert listed == sorted(listed, key=str.encode), listed
for key in listed:
    path = os.path.join(target, key)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    s3.download_file(bucket, key, path)

# Metadata, ranges, conditions.
s3.put_object(Bucket=bucket, Key="meta", Body=b"0123456789", ContentType="text/plain", Metadata={"colour": "blue"}, ChecksumAlgorithm="SHA256")
head = s3.head_object(Bucket=bucket, Key="meta", ChecksumMode="ENABLED")
assert head["Metadata"] == {"colour": "blue"} and head["ContentType"] == "text/plain" and head["ContentLength"] == 10, head
assert head["ChecksumSHA256"], head
assert s3.get_object(Bucket=bucket, Key="meta", Range="bytes=2-4")["Body"].read() == b"234"
refused("PreconditionFailed", s3.put_object, Key="meta", Body=b"x", IfNoneMatch="*")
refused("NoSuchKey", s3.get_object, Key="nothing")

# Server-side copies, also in parts.
s3.copy_object(Bucket=bucket, Key="copied meta", CopySource={"Bucket": bucket, "Key": "meta"})
s3.copy({"Bucket": bucket, "Key": "large.bin"}, bucket, "copied large", Config=TransferConfig(multipart_threshold=6 * MIB, multipart_chunksize=6 * MIB))
buffer = io.BytesIO()
s3.download_fileobj(bucket, "copied large", buffer)
assert buffer.getvalue() == open(os.path.join(source, "large.bin"), "rb").read()

# Presigned URLs, used by something that knows nothing of S3.
url = s3.generate_presigned_url("put_object", Params={"Bucket": bucket, "Key": "by url"}, ExpiresIn=60)
urllib.request.urlopen(urllib.request.Request(url, data=b"by url", method="PUT"))
url = s3.generate_presigned_url("get_object", Params={"Bucket": bucket, "Key": "by url"}, ExpiresIn=60)
assert urllib.request.urlopen(url).read() == b"by url"

# Nothing is left.
keys = [item["Key"] for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket) for item in page["Contents"]]
result = s3.delete_objects(Bucket=bucket, Delete={"Objects": [{"Key": key} for key in keys]})
assert len(result["Deleted"]) == len(keys), result
assert s3.list_objects_v2(Bucket=bucket)["KeyCount"] == 0

print("told to the end")
