//! Pictures of the viewport.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ringfence_cdp::protocol::page::{CaptureScreenshot, CaptureScreenshotFormat, Viewport};

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

/// A part of the viewport, CSS pixels from its upper left corner; `left < right`, `top < bottom`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Its left edge.
    pub left: u32,
    /// Its upper edge.
    pub top: u32,
    /// Its right edge.
    pub right: u32,
    /// Its lower edge.
    pub bottom: u32,
}

/// The longest edge of a picture (N3).
const LONGEST_EDGE: u32 = 1568;
/// More shows nothing new.
const MOST_SCALE: f64 = 8.0;

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
        self.capture(tree, capture, deadline).await
    }

    /// Takes a picture of a part of the viewport, drawn again at a higher scale, its longer edge at most 1,568 pixels.
    ///
    /// # Errors
    /// As [`Page::picture`]; a part that reaches outside the viewport.
    pub async fn zoom(&self, tree: &FrameTree, part: Part, deadline: Deadline) -> Result<Picture, PageError> {
        let view = self.view(tree, deadline).await?;
        if part.right > view.width || part.bottom > view.height {
            let (x, y) = (f64::from(part.right), f64::from(part.bottom));
            return Err(PageError::OutsideViewport { x, y, width: view.width, height: view.height });
        }
        let (width, height) = (f64::from(part.right - part.left), f64::from(part.bottom - part.top));
        let scale = (f64::from(LONGEST_EDGE) / width.max(height)).clamp(1.0, MOST_SCALE);
        // The protocol counts from the document's corner, not from the viewport's.
        let (x, y) = (view.scroll.0 + f64::from(part.left), view.scroll.1 + f64::from(part.top));
        let clip = Viewport::new(x, y, width, height, scale);
        let format = Some(CaptureScreenshotFormat::Png);
        let capture = CaptureScreenshot { format, clip: Some(clip), ..CaptureScreenshot::default() };
        self.capture(tree, capture, deadline).await
    }

    async fn capture(
        &self,
        tree: &FrameTree,
        capture: CaptureScreenshot,
        deadline: Deadline,
    ) -> Result<Picture, PageError> {
        let session = &tree.main().session;
        let answer = session.call(&capture, deadline.left()).await.map_err(PageError::from_call)?;
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
