import { open } from 'node:fs/promises';
import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import { ProblemError } from '../platform/http/problem-error.ts';
import { notAVideo } from './receive-file.ts';

export interface VideoTask {
  /** The uploaded file. */
  path: string;
  /** The file that is written. */
  target: string;
  maxSeconds: number;
}

export interface RewrittenVideo {
  format: 'mp4' | 'webm';
  /** Size in pixels, as it is displayed. */
  width: number;
  height: number;
  durationMs: number;
  hasSound: boolean;
}

type VideoCodec = NonNullable<Awaited<ReturnType<InputVideoTrack['getCodec']>>>;
type AudioCodec = NonNullable<Awaited<ReturnType<InputAudioTrack['getCodec']>>>;

/** The combinations that current browsers play. */
const playable: Record<RewrittenVideo['format'], { video: readonly VideoCodec[]; audio: readonly AudioCodec[] }> = {
  mp4: { video: ['avc'], audio: ['aac'] },
  webm: { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] },
};
/** The H.264 profiles Baseline, Main, Extended and High. Browsers do not play the other profiles, which studios use. */
const h264Profiles = /^avc[13]\.(?:42|4d|58|64)/i;
const maxSide = 4096;
/** Allows 240 pictures per second. A file with more packets is refused, because reading it would take too long. */
const maxPacketsPerSecond = 240;
/** The allowed difference, in seconds, between the length in the metadata and that of the content. */
const toleranceS = 1.5;

const damaged = 'This video is damaged or incomplete and cannot be read. Export it again.';
const unplayable = 'Browsers do not play this kind of video. Export it as MP4 with H.264 and AAC sound.';
const highEfficiency =
  'This video is in the HEVC format (H.265), which many browsers do not play. Export it as MP4 with H.264. On an iPhone, choose Settings, Camera, Formats, Most Compatible before recording.';

/**
 * Copies the picture and sound of a video into a new file, without encoding them again. Everything else is left out: the
 * place and device of the recording, cover, chapters and hidden data. An MP4 file gets its index at the start, so that it
 * plays while it loads.
 *
 * @throws ProblemError 422 unless the file is a complete video that browsers play
 */
export async function rewriteVideo({ path, target, maxSeconds }: VideoTask): Promise<RewrittenVideo> {
  const input = new Input({ formats: [MP4, QTFF, WEBM], source: new FilePathSource(path) });
  try {
    if (!(await input.canRead().catch(() => false))) throw refuse(notAVideo);
    const tracks = await readTracks(input);
    const { format, width, height, video, audio } = tracks;
    const claimedS = (await input.getDurationFromMetadata(audio ? [video, audio] : [video])) ?? 0;
    assertDuration(claimedS, maxSeconds);
    if (format === 'webm' && !(await isSegmentComplete(path))) throw refuse(damaged);
    const packets = await countPackets(tracks, maxSeconds);
    if (format === 'mp4' && claimedS > packets.endS + toleranceS) throw refuse(damaged);
    await copyPackets(tracks, { target, packets });
    // In WebM, the last picture has no duration, so the length in the metadata counts as well.
    const durationMs = Math.round(Math.max(packets.endS, format === 'webm' ? claimedS : 0) * 1000);
    return { format, width, height, durationMs, hasSound: audio !== null };
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    // The disk is full, or cannot be written.
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    throw refuse(damaged, error);
  } finally {
    input.dispose();
  }
}

interface Tracks {
  format: RewrittenVideo['format'];
  video: InputVideoTrack;
  videoCodec: VideoCodec;
  audio: InputAudioTrack | null;
  audioCodec: AudioCodec | null;
  width: number;
  height: number;
}

/** Reads the tracks of a video and their codecs. @throws ProblemError 422 for a codec that browsers do not play */
async function readTracks(input: Input): Promise<Tracks> {
  const format = (await input.getFormat()) === WEBM ? 'webm' : 'mp4';
  const video = await input.getPrimaryVideoTrack();
  if (!video)
    throw refuse((await input.getTracks()).length > 0 ? 'This file contains sound without a picture.' : damaged);
  const codecs = { videoCodec: await readVideoCodec(video, format), audioCodec: null as AudioCodec | null };
  const audio = await input.getPrimaryAudioTrack();
  if (audio) codecs.audioCodec = await readAudioCodec(audio, format);
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()].map(Math.round);
  if (!width || !height) throw refuse(damaged);
  if (Math.max(width, height) > maxSide)
    throw refuse(`This video has ${width} × ${height} pixels. Export it with at most ${maxSide} on each side.`);
  return { format, video, audio, ...codecs, width, height };
}

async function readVideoCodec(video: InputVideoTrack, format: RewrittenVideo['format']): Promise<VideoCodec> {
  const codec = await video.getCodec();
  if (codec === 'hevc') throw refuse(highEfficiency);
  if (!codec || !playable[format].video.includes(codec)) throw refuse(unplayable);
  const isStudioProfile = codec === 'avc' && !h264Profiles.test((await video.getCodecParameterString()) ?? '');
  if (isStudioProfile) throw refuse(unplayable);
  return codec;
}

async function readAudioCodec(audio: InputAudioTrack, format: RewrittenVideo['format']): Promise<AudioCodec> {
  const codec = await audio.getCodec();
  if (!codec || !playable[format].audio.includes(codec)) throw refuse(unplayable);
  return codec;
}

/**
 * Returns whether a WebM file has all the bytes that its header announces. A live recording announces no size and counts as
 * complete.
 */
async function isSegmentComplete(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(4096);
    await file.read(head, 0, head.length, 0);
    const header = readElementSize(head, idBytes);
    const segment = readElementSize(head, header.start + header.size + idBytes);
    const { size } = await file.stat();
    return segment.isUnknown || segment.start + segment.size <= size;
  } finally {
    await file.close();
  }
}

const idBytes = 4;

/** Reads the size of an EBML element (RFC 8794, section 4) and the position of its content, both in bytes. */
function readElementSize(bytes: Buffer, at: number): { start: number; size: number; isUnknown: boolean } {
  const length = Math.clz32(bytes[at] ?? 0) - 23;
  if (length > 8 || at + length > bytes.length) throw new RangeError('The element has no size.');
  const all = (1n << BigInt(7 * length)) - 1n;
  const value = BigInt(`0x${bytes.subarray(at, at + length).toString('hex')}`) & all;
  return { start: at + length, size: Number(value), isUnknown: value === all };
}

interface PacketCounts {
  video: number;
  audio: number;
  /** The time at which the first packet starts. */
  startS: number;
  /** The time at which the last packet ends. */
  endS: number;
}

async function countPackets({ video, audio }: Tracks, maxSeconds: number): Promise<PacketCounts> {
  const counts: PacketCounts = { video: 0, audio: 0, startS: Number.POSITIVE_INFINITY, endS: 0 };
  for (const track of [video, audio]) {
    if (!track) continue;
    const sink = new EncodedPacketSink(track);
    for await (const { timestamp, duration } of sink.packets(undefined, undefined, { metadataOnly: true })) {
      counts[track.type === 'video' ? 'video' : 'audio'] += 1;
      counts.startS = Math.min(counts.startS, timestamp);
      counts.endS = Math.max(counts.endS, timestamp + duration);
      assertDuration(counts.endS, maxSeconds);
      if (counts.video + counts.audio > maxPacketsPerSecond * maxSeconds) throw refuse(damaged);
    }
  }
  if (counts.video === 0) throw refuse(damaged);
  return counts;
}

function assertDuration(seconds: number, maxSeconds: number): void {
  if (seconds <= maxSeconds + toleranceS) return;
  throw refuse(
    `This video is longer than ${formatMinutes(maxSeconds)}. Shorten it, or link to it on YouTube or Vimeo.`,
  );
}

function formatMinutes(seconds: number): string {
  if (seconds % 60 !== 0) return `${seconds} seconds`;
  return seconds === 60 ? '1 minute' : `${seconds / 60} minutes`;
}

async function copyPackets(
  { format, video, videoCodec, audio, audioCodec }: Tracks,
  { target, packets }: { target: string; packets: PacketCounts },
): Promise<void> {
  const output = new Output({
    format: format === 'mp4' ? new Mp4OutputFormat({ fastStart: 'reserve' }) : new WebMOutputFormat(),
    target: new FilePathTarget(target),
  });
  // Encoders start the sound before time 0. WebM has no negative times, so all packets are moved.
  const shiftS = format === 'webm' ? Math.max(0, -packets.startS) : 0;
  const pictures = new EncodedVideoPacketSource(videoCodec);
  output.addVideoTrack(pictures, {
    rotation: await video.getRotation(),
    canBeTransparent: await video.canBeTransparent(),
    maximumPacketCount: packets.video,
  });
  const sound = audioCodec && new EncodedAudioPacketSource(audioCodec);
  if (sound) output.addAudioTrack(sound, { maximumPacketCount: packets.audio });
  try {
    await output.start();
    const videoConfig = (await video.getDecoderConfig()) ?? undefined;
    const audioConfig = (await audio?.getDecoderConfig()) ?? undefined;
    const add = {
      video: (packet: EncodedPacket) => pictures.add(packet, videoConfig && { decoderConfig: videoConfig }),
      audio: (packet: EncodedPacket) => sound?.add(packet, audioConfig && { decoderConfig: audioConfig }),
    };
    let copied = 0;
    for await (const { kind, packet } of mergePackets(video, audio)) {
      await add[kind](shiftS > 0 ? packet.clone({ timestamp: packet.timestamp + shiftS }) : packet);
      copied += 1;
    }
    // The index lists packets that the file does not contain, so the file was cut off.
    if (copied < packets.video + packets.audio) throw refuse(damaged);
    await output.finalize();
  } catch (error) {
    await output.cancel().catch(() => {});
    throw error;
  }
}

/** Yields the packets of both tracks in the order of their times, so that a player finds picture and sound together. */
async function* mergePackets(video: InputVideoTrack, audio: InputAudioTrack | null) {
  const pictures = new EncodedPacketSink(video).packets();
  const sound = audio && new EncodedPacketSink(audio).packets();
  const take = async (packets: typeof pictures | null) => (await packets?.next())?.value ?? undefined;
  let [picture, sample] = [await take(pictures), await take(sound)];
  while (picture || sample) {
    if (picture && (!sample || picture.timestamp <= sample.timestamp)) {
      yield { kind: 'video' as const, packet: picture };
      picture = await take(pictures);
    } else if (sample) {
      yield { kind: 'audio' as const, packet: sample };
      sample = await take(sound);
    }
  }
}

function refuse(detail: string, cause?: unknown): ProblemError {
  return Object.assign(new ProblemError('validation-failed', { detail }), { cause });
}
