//! Image blocks.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use imagesize::ImageType;
use serde_json::Value;

use super::{Violation, must};
use crate::toolset::LONGEST_EDGE;

/// Checks an image block: that it is what it says, and not too large. The size is read from the file itself.
pub(super) fn picture(block: &Value, at: &str) -> Result<(), Violation> {
    let source = &block["source"];
    must(source["type"] == "base64", at, "its source is not base64")?;
    let data = source["data"].as_str().and_then(|data| STANDARD.decode(data).ok());
    let data = data.ok_or_else(|| Violation::new(at, "its data is not base64"))?;
    let kind = imagesize::image_type(&data).ok();
    let media_type = match kind {
        Some(ImageType::Png) => Some("image/png"),
        Some(ImageType::Jpeg) => Some("image/jpeg"),
        Some(ImageType::Gif) => Some("image/gif"),
        Some(ImageType::Webp) => Some("image/webp"),
        _ => None,
    };
    must(media_type.is_some(), at, "its data is no PNG, JPEG, GIF or WebP")?;
    must(source["media_type"].as_str() == media_type, at, "its media type is not that of its data")?;
    let size = imagesize::blob_size(&data).map_err(|_| Violation::new(at, "its data has no size"))?;
    let longest = size.width.max(size.height);
    must(longest > 0 && longest <= LONGEST_EDGE as usize, at, "its longest edge is over the limit")
}
