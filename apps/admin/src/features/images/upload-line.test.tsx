import { render, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Themed } from '../../test-render.tsx';
import { UploadLine } from './upload-line.tsx';
import { addUploads, dropUpload, useUploads } from './uploads.ts';

function Rows() {
  return useUploads().rows.map((row) => <UploadLine key={row.id} row={row} />);
}

test('an upload shows how many percent have been sent', async () => {
  const upload: { onprogress?: (sent: { lengthComputable: boolean; loaded: number; total: number }) => void } = {};
  class SlowRequest {
    upload = upload;
    open() {}
    setRequestHeader() {}
    send() {}
    abort() {}
  }
  vi.stubGlobal('XMLHttpRequest', SlowRequest);
  addUploads([new File(['bytes'], 'desk.png', { type: 'image/png' })], { place: 'library', onStored: () => undefined });
  onTestFinished(() => {
    dropUpload({ id: 1 });
    vi.unstubAllGlobals();
  });
  render(<Rows />, { wrapper: Themed });
  for (const [loaded, words] of [
    [0, '0 %'],
    [300, '30 %'],
    [999, '99 %'],
  ] as const) {
    upload.onprogress?.({ lengthComputable: true, loaded, total: 1000 });
    await screen.findByText(words);
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe(words.replace(' %', ''));
  }
});
