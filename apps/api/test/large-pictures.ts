import sharp from 'sharp';

/** Returns an image of one colour: few bytes, many pixels. */
export async function flatPicture(
  format: 'avif' | 'webp' | 'jpeg',
  width: number,
  height: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const picture = sharp({ create: { width, height, channels: 3, background: '#a63' } });
  const encoder = format === 'avif' ? picture.avif({ effort: 0, chromaSubsampling: '4:2:0' }) : picture[format]();
  return new Uint8Array(await encoder.toBuffer());
}

/** The side of the square image that `flatTenBitAvif` encodes. */
const encodedSide = 5140;

/** One colour, 10 bits, 4:2:0. Created with libavif, because sharp writes only 8 bits. */
const flatTenBitAvif =
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aW' +
  'YAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAArkAAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29s' +
  'b3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAFBQAABQUAAAAEHBpeGkAAAAAAwoKCgAAAAxhdjFDgRBMAAAAABNjb2xybmNseAACAA' +
  'IABoAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAAsFtZGF0EgAKCxwzKCdBPigQEDQgMqcFEyAAOOOOFABY9lheMfCIlXaupsJ/jHucF1z4gZ9o' +
  'w8QCVisBdisEP7kRxXBmRn4aFzp7Po7Coo2zFByrR2PivNzx54xKOJ6/bPKH1KJ+u9vrQ4CqrjNZXq9f5IVGHu9xSkWu9lheMfCIlXaupsJ/jH' +
  'ucF1z4gZ9ow8QCVisBdisEP7kRxXBmRn4aFzp7Po7Coo2zHHVB2p3PbfxSUjdCx0ESIt6dE6cpCVUhOoHBxjD6rClot4CIrNdOT6jr97zfSxZs' +
  'DYDyjvLW860tqS1+fErwsm7ImB2Dx9/1tInWQdP12FPrtpnSJ2vEYJikZYXkmfz0HjvkAt4mdrZNzTzz9zKfmNxc2NLro+wzN0Zk2z8aOav2WF' +
  '4x8IiVdq6mwn+Me5wXXPiBn2jDxAJWKwF2KwQ/uRHFcGZGfhoXOns+jsKijbMUHKtHY+K83PHnjEo4nr9s8ofUon672+tDgKquM1ler1/khUYf' +
  'Ah0RLffJSMJSxT0ZwEbLONR24BUZWCE7oI1aHiZAq/dUvPbcA4DaHuAjty+8hK1xIjjPLzcWW4D9Nx7W/xiKC1Rbe+g8dX08aTvqU/wo2D5lbC' +
  'mT84lk9lheMfCIlXaupsJ/jHucF1z4gZ9ow8QCVisBdisEP7kRxXBmRn4aFzp7Po7Coo2zHHVB2p3PbfxSUjdCx0ESIt6dE6cpCVUhOoHBxjD6' +
  'rClot4CIrNdOT6jr97zfSxZsDYDyjvLW860tqS1+fErwsm7ImB2Dx9/1tInWQdP12FPrtpnSJ2vEYJikZYXkmfz0HjvkAt4mdrZNzTzz9zKfmN' +
  'xc2NLsPrxT5Jjos0f9G+mlbKc+z/my6pBj0A/JrnJ6W18srRFw0wncpSJ8ajnHagGrGwG1Z554dVA6OvUtBRiGmagQbpfbgA==';

/**
 * Returns a square AVIF with 10 bits per colour. Only a side of 5140 is the true size; other sizes are only in the
 * header.
 */
export function tenBitAvif(side: number): Uint8Array<ArrayBuffer> {
  const file = Buffer.from(flatTenBitAvif, 'base64');
  const box = file.indexOf('ispe');
  for (const at of [box + 8, box + 12]) {
    if (file.readUInt32BE(at) !== encodedSide) throw new Error('The size is not at the expected place in the file.');
    file.writeUInt32BE(side, at);
  }
  return new Uint8Array(file);
}
