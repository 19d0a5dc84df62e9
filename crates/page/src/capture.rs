//! Pictures of the viewport.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ringfence_cdp::protocol::page::{CaptureScreenshot, CaptureScreenshotFormat};

use crate::Page;
use crate::deadline::Deadline;
use crate::error::PageError;
use crate::frame::FrameTree;

/// A picture as a PNG file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The file.
    pub png: Vec<u8>,
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
}

impl Page {
    /// Takes a picture of the viewport, one pixel for each CSS pixel.
    ///
    /// # Errors
    /// A tab that went away, a browser that couldn't draw, or no answer in time.
    pub async fn picture(&self, tree: &FrameTree, deadline: Deadline) -> Result<Picture, PageError> {
        let capture = CaptureScreenshot {
            format: Some(CaptureScreenshotFormat::Png),
            // A larger file, made in two thirds of the time.
            optimize_for_speed: Some(true),
            ..CaptureScreenshot::default()
        };
        let answer =
            tree.main().session.call(&capture, deadline.left()).await.map_err(PageError::from_call)?;
        let png = STANDARD
            .decode(&answer.data)
            .map_err(|error| PageError::Script(format!("the picture is not base64: {error}")))?;
        let (width, height) =
            png_size(&png).ok_or_else(|| PageError::Script("the picture is no PNG file".to_owned()))?;
        Ok(Picture { png, width, height })
    }
}

/// Width and height of a PNG file: big-endian, after the signature and the header chunk's length and type.
fn png_size(png: &[u8]) -> Option<(u32, u32)> {
    const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
    let header = png.strip_prefix(SIGNATURE)?.get(4..16)?.strip_prefix(b"IHDR")?;
    let (width, height) = header.split_at_checked(4)?;
    Some((u32::from_be_bytes(width.try_into().ok()?), u32::from_be_bytes(height.try_into().ok()?)))
}

#[cfg(test)]
mod tests {
    use super::png_size;

    #[test]
    fn n3_the_size_is_read_from_the_file() {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
        png.extend([0, 0, 5, 0, 0, 0, 3, 32]);
        assert_eq!(png_size(&png), Some((1280, 800)));
        assert_eq!(png_size(&png[..20]), None);
        assert_eq!(png_size(b"\xff\xd8\xff"), None);
    }
}
