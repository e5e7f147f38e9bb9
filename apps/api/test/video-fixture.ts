import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny';

interface Video {
  container?: 'mp4' | 'mov' | 'webm';
  codec?: VideoCodec;
  /** Two hex digits: the profile of H.264. */
  profile?: number;
  seconds?: number;
  width?: number;
  height?: number;
  rotation?: 0 | 90;
  audio?: 'aac' | 'mp3' | 'opus' | 'none';
  /** Whether the index of an MP4 file is before its pictures. */
  isFastStart?: boolean;
  /** A text that is hidden in the metadata. */
  comment?: string;
  /** Different videos have different bytes. */
  shade?: number;
}

/** Sequence and picture parameter sets of H.264 with 64 × 64 pixels. */
const sps = (profile: number) => [0x67, profile, 0xc0, 0x1e, 0xda, 0x10, 0x99];
const pps = [0x68, 0xce, 0x3c, 0x80];
const avcConfig = (profile: number) => [1, profile, 0xc0, 0x1e, 0xff, 0xe1, 0, 7, ...sps(profile), 1, 0, 4, ...pps];
const hevcConfig = [1, 1, 0x60, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, 93, 0xf0, 0, 0xfc, 0xfd, 0xf8, 0xf8, 0, 0, 0x0f, 0];

const hex = (value: number) => value.toString(16).padStart(2, '0');
const picturesPerSecond = 4;

function describeVideo({ codec = 'avc', profile = 0x42 }: Video): Partial<VideoDecoderConfig> & { codec: string } {
  if (codec === 'avc') return { codec: `avc1.${hex(profile)}c01e`, description: new Uint8Array(avcConfig(profile)) };
  if (codec === 'hevc') return { codec: 'hvc1.1.6.L93.90', description: new Uint8Array(hevcConfig) };
  return { codec: codec === 'vp9' ? 'vp09.00.10.08' : codec === 'av1' ? 'av01.0.01M.08' : 'vp8' };
}

const audioConfigs = {
  aac: { codec: 'mp4a.40.2', description: new Uint8Array([0x12, 0x10]), sampleRate: 44_100, numberOfChannels: 2 },
  mp3: { codec: 'mp3', sampleRate: 44_100, numberOfChannels: 2 },
  opus: { codec: 'opus', sampleRate: 48_000, numberOfChannels: 2 },
};

/** Returns a small file whose container is valid; its pictures are noise, because no program here decodes them. */
export async function makeVideo(video: Video = {}): Promise<Uint8Array<ArrayBuffer>> {
  const { container = 'mp4', codec = container === 'webm' ? 'vp9' : 'avc', seconds = 1, audio = 'none' } = video;
  const { width = 64, height = 64, rotation = 0, isFastStart = true, comment, shade = 0 } = video;
  const fastStart = isFastStart ? ('in-memory' as const) : false;
  const formats = {
    mp4: () => new Mp4OutputFormat({ fastStart }),
    mov: () => new MovOutputFormat({ fastStart }),
    webm: () => new WebMOutputFormat(),
  };
  const target = new BufferTarget();
  const output = new Output({ format: formats[container](), target });
  const pictures = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(pictures, { rotation });
  const sound = audio === 'none' ? undefined : new EncodedAudioPacketSource(audio);
  if (sound) output.addAudioTrack(sound);
  if (comment) output.setMetadataTags({ comment, raw: { '©xyz': comment } });
  await output.start();
  const decoderConfig = { ...describeVideo({ ...video, codec }), codedWidth: width, codedHeight: height };
  const duration = 1 / picturesPerSecond;
  for (let index = 0; index < seconds * picturesPerSecond; index++) {
    const data = new Uint8Array([
      0,
      0,
      0,
      60,
      index === 0 ? 0x65 : 0x41,
      ...Array.from({ length: 59 }, () => shade + index),
    ]);
    const type = index % picturesPerSecond === 0 ? 'key' : 'delta';
    await pictures.add(new EncodedPacket(data, type, index * duration, duration), { decoderConfig });
    if (sound && audio !== 'none')
      await sound.add(new EncodedPacket(new Uint8Array(40).fill(index), 'key', index * duration, duration), {
        decoderConfig: audioConfigs[audio],
      });
  }
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
}

/** Returns the names of the outermost boxes of an MP4 file. */
export function listBoxes(file: Uint8Array): string[] {
  const view = Buffer.from(file);
  const names: string[] = [];
  for (let at = 0; at + 8 <= view.length; ) {
    const size = view.readUInt32BE(at);
    names.push(view.toString('latin1', at + 4, at + 8));
    at += size === 1 ? Number(view.readBigUInt64BE(at + 8)) : size || view.length;
  }
  return names;
}
