import { render, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Themed } from '../../test-render.tsx';
import { UploadRow } from './upload-area.tsx';
import { addUploads, removeUpload, useUploads } from './upload-queue.ts';

function Rows() {
  return useUploads().uploads.map((upload) => <UploadRow key={upload.id} upload={upload} />);
}

test('an upload shows how many percent have been sent, and that the server then works on it', async () => {
  const upload: { onprogress?: (sent: { lengthComputable: boolean; loaded: number; total: number }) => void } = {};
  class SlowRequest {
    upload = upload;
    open() {}
    setRequestHeader() {}
    send() {}
    abort() {}
  }
  vi.stubGlobal('XMLHttpRequest', SlowRequest);
  addUploads([new File(['bytes'], 'desk.png', { type: 'image/png' })], 'library');
  onTestFinished(() => {
    removeUpload({ id: 1 });
    vi.unstubAllGlobals();
  });
  render(<Rows />, { wrapper: Themed });
  for (const [loaded, text] of [
    [0, '0 %'],
    [300, '30 %'],
    [999, '99 %'],
  ] as const) {
    upload.onprogress?.({ lengthComputable: true, loaded, total: 1000 });
    await screen.findByText(text);
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe(text.replace(' %', ''));
  }
  upload.onprogress?.({ lengthComputable: true, loaded: 1000, total: 1000 });
  await screen.findByText('Processing…');
});
