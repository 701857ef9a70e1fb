//! Uploads, lists, downloads, uploads in parts and deletes with object_store, and compares the bytes.
use std::error::Error;

use futures::TryStreamExt;
use object_store::aws::AmazonS3Builder;
use object_store::path::Path;
use object_store::{Error as StoreError, ObjectStore, ObjectStoreExt, PutMode, PutOptions, PutPayload, WriteMultipart};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let store = AmazonS3Builder::from_env()
        .with_endpoint(std::env::var("S3_ENDPOINT")?)
        .with_bucket_name(std::env::var("S3_BUCKET")?)
        .with_region("us-east-1")
        .with_allow_http(true)
        .build()?;
    let folder = Path::from("object-store");
    for (name, size) in [("empty", 0), ("a b+ü", 1000), ("large", 12 << 20)] {
        let key = folder.clone().join(name);
        let content: Vec<u8> = (0..size).map(|index: usize| (index * 31 + index / 251) as u8).collect();
        if size > 1 << 20 {
            let mut upload = WriteMultipart::new_with_chunk_size(store.put_multipart(&key).await?, 5 << 20);
            upload.write(&content);
            upload.finish().await?;
        } else {
            store.put(&key, PutPayload::from(content.clone())).await?;
        }
        let got = store.get(&key).await?.bytes().await?;
        check(got == content, &format!("{key}: {} bytes, not the {size} that were uploaded", got.len()))?;
        if size > 100 {
            let middle = store.get_range(&key, 7..100).await?;
            check(middle == content[7..100], &format!("{key}: bytes 7 to 99 differ"))?;
        }
        let create = PutOptions { mode: PutMode::Create, ..Default::default() };
        let again = store.put_opts(&key, PutPayload::from_static(b"again"), create).await;
        check(matches!(again, Err(StoreError::AlreadyExists { .. })), &format!("{key} was created a second time: {again:?}"))?;
    }
    let copy = folder.clone().join("copy");
    store.copy(&folder.clone().join("large"), &copy).await?;
    check(store.head(&copy).await?.size == 12 << 20, "the copy has another size")?;
    let listed: Vec<_> = store.list(Some(&folder)).try_collect().await?;
    check(listed.len() == 4, &format!("{} objects are listed, not 4", listed.len()))?;
    let doomed = store.list(Some(&folder)).map_ok(|object| object.location);
    let deleted: Vec<_> = store.delete_stream(Box::pin(doomed)).try_collect().await?;
    check(deleted.len() == 4, &format!("{} objects were deleted, not 4", deleted.len()))?;
    let left: Vec<_> = store.list(Some(&folder)).try_collect().await?;
    check(left.is_empty(), &format!("{} objects are left", left.len()))
}

fn check(holds: bool, message: &str) -> Result<(), Box<dyn Error>> {
    if holds { Ok(()) } else { Err(message.into()) }
}
