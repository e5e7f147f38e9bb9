/** Shades of each colour, lightest first: a module of its own, because the admin needs no other colour before sign-in. */
export const palette = {
  primary: shades('f1f6fa e4edf6 c6d9ea 8dbdf0 6ba3db 3f7db8 1c5387 123f6b 0d3154 0a2542'),
  accent: shades('fffaeb fff3cf ffe59a ffd667 ffc63d f5b301 d19700 a37400 7a5200 3a2e0b'),
  success: shades('f0f8f6 ddf1ec b4e0d5 5fd3b8 36b79a 1f927a 117765 0b6b5b 085347 0e3a34'),
  danger: shades('fdf3f0 fbe6e1 f5c6bb ff9a85 e7735b cb4e36 b83d28 a8321f 842617 45211b'),
  gray: shades('f6f8f6 eef2ee e3e9e6 d3dcd8 b4c1c2 8fa0a8 6f838e 4e616d 2b3f4d 0e2433'),
  dark: shades('d3dee2 bccad1 a3b5bf 6e8a9c 234055 1a3449 10263a 0a1a26 071420 040d15'),
};

type Shades = [string, string, string, string, string, string, string, string, string, string];

function shades(hexes: string): Shades {
  return hexes.split(' ').map((hex) => `#${hex}`) as Shades;
}
