/** The boxes in which the site shows pictures, as width and height. It crops other shapes to them, around the focal point. */
export const pictureShapes = {
  square: { width: 1, height: 1 },
  /** The cover of the first article card and of the list of articles. */
  cover: { width: 560, height: 360 },
  /** The picture of a shared link. */
  share: { width: 1200, height: 630 },
  video: { width: 16, height: 9 },
} as const;

/** Width and height in any unit. */
export interface PictureShape {
  width: number;
  height: number;
}
