import { expect, test } from 'vitest';
import { findVideo, videoSource } from './video-link.ts';

const youTube = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1';

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', youTube],
  ['https://www.youtube.com/watch?list=PL1&v=dQw4w9WgXcQ&t=42', youTube],
  ['https://youtu.be/dQw4w9WgXcQ?si=abc', youTube],
  ['https://m.youtube.com/shorts/dQw4w9WgXcQ', youTube],
  ['https://www.youtube.com/live/dQw4w9WgXcQ/', youTube],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1'],
  ['https://vimeo.com/76979871/0a1b2c3d4e', 'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1&h=0a1b2c3d4e'],
  [
    'https://player.vimeo.com/video/76979871?h=0a1b2c3d4e',
    'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1&h=0a1b2c3d4e',
  ],
])('%s is played by %s', (href, playerUrl) => {
  expect(findVideo(href)?.playerUrl).toBe(playerUrl);
});

test.each([
  'http://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/@channel',
  'https://youtube.com.example/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ"onload=x',
  'https://vimeo.com/channels/staffpicks',
  'https://example.org/76979871',
  'javascript:alert(1)',
  '',
])('%s is not a video', (href) => {
  expect(findVideo(href)).toBeUndefined();
  expect(videoSource('Video').safeParse(href).success).toBe(false);
});

test.each([
  [`/media/${'ab'.repeat(16)}-1280.mp4`, true],
  [`/media/${'ab'.repeat(16)}-640.webm`, true],
  [`/media/${'ab'.repeat(16)}-1280.webp`, false],
  [`/media/../${'ab'.repeat(16)}-1280.mp4`, false],
  ['', false],
])('the video %s of the library is accepted: %s', (href, isAccepted) => {
  expect(videoSource('Video').safeParse(href).success).toBe(isAccepted);
});
