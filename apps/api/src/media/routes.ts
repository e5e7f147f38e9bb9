import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  bulkImageSchema,
  getPublicId,
  type Image,
  type ImagePage,
  imageQuerySchema,
  libraryPath,
  updateCaptionsSchema,
  updateImageSchema,
  uploadVideoQuerySchema,
  type VideoLimits,
} from '@threadline/schema/content/image';
import { releaseIdSchema } from '@threadline/schema/wire/release';
import { securityHeaders } from '@threadline/schema/wire/release-response';
import { Hono } from 'hono';
import { z } from 'zod';
import { requireSession, type SignedIn } from '../auth/policy.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { ContentService } from '../content/service.ts';
import type { Deps } from '../context.ts';
import { sendFile } from '../platform/http/file-response.ts';
import { describeInput, jsonBody, limitBody, query } from '../platform/http/json-body.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { createWorkQueue } from '../platform/jobs/work-queue.ts';
import { getMediaType, type OpenedFile, openLocalFile, openMediaStorage } from '../platform/storage/media-storage.ts';
import { createTempFolder, uploadingPrefix } from '../platform/storage/temp-folders.ts';
import { changeImages } from './bulk.ts';
import { updateCaptions } from './captions.ts';
import { updateImage } from './describe.ts';
import { createImageLibrary } from './library.ts';
import { storeUpload, storeVideo } from './upload.ts';

const maxBodyBytes = 16 * 1024;
const maxBulkBytes = 128 * 1024;
/** The text of captions, in JSON. */
const maxCaptionsBytes = 1024 * 1024;
/** Spec §7: the body may contain the publicId; without a body the id decides. */
const deleteImageSchema = z.strictObject({ publicId: z.string().max(100).optional() });

interface ImageRouteParts {
  sessions: Sessions;
  content: ContentService;
  /** Retries a failed release, which may have missed a restored image. */
  publishing: { retryIfFailed(): void };
}

/** `/upload`: the image library, for signed-in users. */
export function imageRoutes(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  { sessions, content, publishing }: ImageRouteParts,
) {
  const signedIn = requireSession(sessions);
  const storage = openMediaStorage(deps.config);
  const library = createImageLibrary(deps, storage);
  const limits = deps.config.video;
  // Limits the disk space of uploads. The body of a pending upload stays with its sender.
  const limitUploads = createWorkQueue({ concurrency: 4, maxPending: 20 });

  /** Runs an upload in a folder on the disk of the data, so that it cannot fill the temporary folder of other programs. */
  const runUpload = <Result>(task: (folder: string) => Promise<Result>): Promise<Result> =>
    limitUploads(async () => {
      const scratch = createTempFolder(join(deps.config.dataDir, uploadingPrefix));
      return task(scratch.folder).finally(scratch.remove);
    });

  return new Hono<SignedIn>()
    .get('/images', signedIn, query(imageQuerySchema), (context) => {
      const wanted = context.req.valid('query');
      // Spec §7: without parameters the reply is the whole list.
      const listed: { images: Image[]; page?: ImagePage; videoLimits?: VideoLimits } =
        wanted.limit === undefined ? { images: library.list() } : { ...library.page(wanted), videoLimits: limits };
      return context.json({ success: true as const, ...listed });
    })
    .post('/images/bulk', signedIn, limitBody(maxBulkBytes), jsonBody(bulkImageSchema), async (context) => {
      const change = context.req.valid('json');
      const result = await changeImages({ ...deps, library }, change, context.var.actor);
      if (change.action === 'restore' && result.changed.length > 0) publishing.retryIfFailed();
      return context.json({ success: true as const, ...result });
    })
    .get('/image/:id/uses', signedIn, (context) =>
      context.json({ success: true as const, uses: library.listUses(context.req.param('id')) }),
    )
    .get('/image/:id/thumbnail', signedIn, async (context) => {
      const data = await library.readTrashedThumbnail(context.req.param('id'));
      return context.body(data, 200, { 'content-type': 'image/webp', 'content-length': String(data.length) });
    })
    .post('/image/:id/restore', signedIn, limitBody(maxBodyBytes), async (context) => {
      const image = await library.restore(context.req.param('id'), context.var.actor);
      publishing.retryIfFailed();
      return context.json({ success: true as const, image });
    })
    .post('/multiple', signedIn, async (context) => {
      const stored = await runUpload((folder) =>
        storeUpload(library, {
          request: context.req.raw,
          folder,
          by: context.var.actor,
          assertSessionActive: () => sessions.assertActive(context.var.session),
        }),
      );
      return context.json({ success: true as const, ...stored }, 201);
    })
    .post('/video', signedIn, query(uploadVideoQuerySchema), async (context) => {
      const { name } = context.req.valid('query');
      const stored = await runUpload((folder) =>
        storeVideo(library, {
          request: context.req.raw,
          folder,
          by: context.var.actor,
          assertSessionActive: () => sessions.assertActive(context.var.session),
          name,
          limits,
        }),
      );
      return context.json({ success: true as const, ...stored }, 201);
    })
    .put(
      '/image/:id/captions',
      signedIn,
      limitBody(maxCaptionsBytes),
      jsonBody(updateCaptionsSchema),
      async (context) => {
        const change = { id: context.req.param('id'), by: context.var.actor, ...context.req.valid('json') };
        const image = await updateCaptions({ db: deps.db, content, storage }, change);
        return context.json({ success: true as const, image: library.addAltState(image) });
      },
    )
    .patch('/image/:id', signedIn, limitBody(maxBodyBytes), jsonBody(updateImageSchema), (context) => {
      const change = { id: context.req.param('id'), by: context.var.actor, ...context.req.valid('json') };
      const image = library.addAltState(updateImage(content, change));
      return context.json({ success: true as const, image });
    })
    .delete('/image/:id', signedIn, limitBody(maxBodyBytes), optionalBody(deleteImageSchema), (context) => {
      const { publicId } = context.req.valid('json');
      library.remove({ id: context.req.param('id'), publicId }, context.var.actor);
      return context.json({ success: true as const, message: 'Image deleted.' });
    });
}

/** Like `jsonBody`, but a missing body counts as an empty object. */
function optionalBody<Schema extends z.ZodType<object>>(schema: Schema): ReturnType<typeof jsonBody<Schema>> {
  const required = jsonBody(schema);
  const middleware: ReturnType<typeof jsonBody<Schema>> = async (context, next) => {
    if ((await context.req.text()) !== '') return required(context, next);
    context.req.addValidatedData('json', {});
    await next();
  };
  return describeInput(middleware, { body: schema });
}

const immutableHeaders = {
  ...securityHeaders,
  'content-disposition': 'inline',
  'cache-control': 'public, max-age=31536000, immutable',
  // Even if a browser treats the file as a document, it must not run anything.
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'cross-origin',
};

/**
 * `/media/<publicId>-<width>.<format>`. The bytes of a name never change, so caches may keep them forever. Videos are read
 * piece by piece, and in the parts that players ask for.
 */
export function mediaRoutes(deps: Pick<Deps, 'config' | 'db' | 'now'>) {
  const { config } = deps;
  const storage = openMediaStorage(config);
  const { isTrashed } = createImageLibrary(deps, storage);
  const releasesDir = join(config.dataDir, 'releases');

  // Published images stay visible, and fast, while an object store is slow or down.
  async function open(file: string): Promise<OpenedFile | undefined> {
    const publicId = getPublicId(`/media/${file}`);
    const openStored = async () => (publicId && isTrashed(publicId) ? undefined : storage.open(file));
    const openReleased = () => openReleaseMedia(releasesDir, file);
    const [first, second] = config.mediaStore ? [openReleased, openStored] : [openStored, openReleased];
    return (await first()) ?? second();
  }

  return new Hono().get('/:file', async (context) => {
    const file = context.req.param('file');
    const found = libraryPath.test(`/media/${file}`) ? await open(file) : undefined;
    if (!found) throw new ProblemError('not-found', { detail: 'Image not found.' });
    const etag = `"${file}-${found.bytes}"`;
    return sendFile(context, found, { ...immutableHeaders, 'content-type': getMediaType(file), etag });
  });
}

/**
 * Opens an image of the newest release that shows it. A rollback may need an image that was deleted from the library.
 *
 * @param file a name that matches `libraryPath`, never a path
 */
async function openReleaseMedia(releasesDir: string, file: string): Promise<OpenedFile | undefined> {
  const names = await readdir(releasesDir).catch(() => []);
  const newestFirst = names
    .filter((name) => releaseIdSchema.safeParse(name).success)
    .sort()
    .reverse();
  for (const id of newestFirst) {
    const found = await openLocalFile(join(releasesDir, id, 'public', 'media', file)).catch(() => undefined);
    if (found) return found;
  }
  return undefined;
}
