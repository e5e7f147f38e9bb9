import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  bulkImageSchema,
  getPublicId,
  type Image,
  type ImagePage,
  imageQuerySchema,
  libraryPath,
  linkedVideoSchema,
  updateCaptionsSchema,
  updateImageSchema,
  uploadVideoQuerySchema,
  type VideoLimits,
} from '@threadline/schema/content/image';
import { imageEditSchema } from '@threadline/schema/content/image-edit';
import { releaseIdSchema } from '@threadline/schema/wire/release';
import { getMediaHeaders, securityHeaders } from '@threadline/schema/wire/release-response';
import { type Context, Hono } from 'hono';
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
import { createImageEditor } from './edit.ts';
import { createImageLibrary } from './library.ts';
import { fetchLinkedVideo, type VideoSites, videoSites } from './linked-video.ts';
import { addPoster } from './poster.ts';
import { findCurrentUrl, isTrashed } from './stored-images.ts';
import { readSingleUpload, type StoreInput, storeUpload, storeVideo } from './upload.ts';

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
  /** Where the titles of linked videos are requested. */
  sites?: VideoSites;
}

/** `/upload`: the image library, for signed-in users. */
export function imageRoutes(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  { sessions, content, publishing, sites = videoSites }: ImageRouteParts,
) {
  const signedIn = requireSession(sessions);
  const storage = openMediaStorage(deps.config);
  const library = createImageLibrary(deps, storage);
  const editor = createImageEditor({ ...deps, content, storage });
  const limits = deps.config.video;
  // Limits the disk space of uploads. The body of a pending upload stays with its sender. Videos take minutes to arrive, and
  // providers of linked videos seconds to answer: neither may delay images.
  const limitUploads = createWorkQueue({ concurrency: 4, maxPending: 20 });
  const limitVideos = createWorkQueue({ concurrency: 2, maxPending: 10 });
  const limitLinkedVideos = createWorkQueue({ concurrency: 2, maxPending: 10 });

  function receiveUpload<Result>(
    { req, var: { actor, session } }: Context<SignedIn>,
    store: (input: StoreInput) => Promise<Result>,
    limit = limitUploads,
  ): Promise<Result> {
    return limit(() => {
      // On the disk of the data, so that uploads cannot fill the temporary folder of other programs.
      const scratch = createTempFolder(join(deps.config.dataDir, uploadingPrefix));
      const assertSessionActive = () => sessions.assertActive(session);
      return store({ request: req.raw, folder: scratch.folder, by: actor, assertSessionActive }).finally(
        scratch.remove,
      );
    });
  }

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
      context.json({ success: true as const, ...library.listUses(context.req.param('id')) }),
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
      const stored = await receiveUpload(context, (input) => storeUpload(library, input));
      // It may have repaired an image that a release needs.
      if (stored.known.length > 0) publishing.retryIfFailed();
      return context.json({ success: true as const, ...stored }, 201);
    })
    .post('/video', signedIn, query(uploadVideoQuerySchema), async (context) => {
      const { name } = context.req.valid('query');
      const stored = await receiveUpload(
        context,
        (input) => storeVideo(library, { ...input, name, limits }),
        limitVideos,
      );
      return context.json({ success: true as const, ...stored }, 201);
    })
    .post('/linked-video', signedIn, limitBody(maxBodyBytes), jsonBody(linkedVideoSchema), async (context) => {
      const store = (input: StoreInput) => fetchLinkedVideo({ ...input, ...context.req.valid('json'), library, sites });
      const details = await receiveUpload(context, store, limitLinkedVideos);
      return context.json({ success: true as const, ...details });
    })
    .put('/image/:id/poster', signedIn, async (context) => {
      const id = context.req.param('id');
      const image = await receiveUpload(context, async (input) => {
        const file = await readSingleUpload(input.request, input);
        return addPoster({ ...deps, library }, { id, file, by: input.by });
      });
      return context.json({ success: true as const, image: library.addAltState(image) });
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
    .get('/image/:id/original', signedIn, async (context) => {
      const data = await editor.readOriginal(context.req.param('id'));
      // Never a document or an image of its own: it is what a user has sent.
      return context.body(data, 200, {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment',
        'content-length': String(data.length),
      });
    })
    .put('/image/:id/edit', signedIn, limitBody(maxBodyBytes), jsonBody(imageEditSchema), async (context) => {
      const image = await editor.edit(context.req.param('id'), context.req.valid('json'), context.var.actor);
      return context.json({ success: true as const, image: library.addAltState(image) });
    })
    .post('/image/:id/copy', signedIn, limitBody(maxBodyBytes), jsonBody(imageEditSchema), async (context) => {
      const image = await editor.copy(context.req.param('id'), context.req.valid('json'), context.var.actor);
      return context.json({ success: true as const, image: library.addAltState(image) }, 201);
    })
    .put('/image/:id/file', signedIn, async (context) => {
      const id = context.req.param('id');
      const image = await receiveUpload(context, async (input) => {
        const file = await readSingleUpload(input.request, input);
        return editor.replace(id, file, input.by);
      });
      return context.json({ success: true as const, image: library.addAltState(image) });
    })
    .post('/image/:id/file/restore', signedIn, limitBody(maxBodyBytes), async (context) => {
      const image = await editor.restorePrevious(context.req.param('id'), context.var.actor);
      return context.json({ success: true as const, image: library.addAltState(image) });
    })
    .patch('/image/:id', signedIn, limitBody(maxBodyBytes), jsonBody(updateImageSchema), (context) => {
      const change = { id: context.req.param('id'), by: context.var.actor, ...context.req.valid('json') };
      const image = library.addAltState(updateImage({ content, library }, change));
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

const uncached = { 'cache-control': 'no-cache' };

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
 * piece by piece, and in the parts that players ask for. With the parameter `current`, which the admin sends, the address
 * leads to the present file of the image, also while its former files are still stored.
 */
export function mediaRoutes(deps: Pick<Deps, 'config' | 'db'>) {
  const { config, db } = deps;
  const storage = openMediaStorage(config);
  const releasesDir = join(config.dataDir, 'releases');

  // Published images stay visible, and fast, while an object store is slow or down.
  async function open(file: string): Promise<OpenedFile | undefined> {
    const publicId = getPublicId(`/media/${file}`);
    const openStored = async () => (publicId && isTrashed(db, publicId) ? undefined : storage.open(file));
    const openReleased = () => openReleaseMedia(releasesDir, file);
    const [first, second] = config.mediaStore ? [openReleased, openStored] : [openStored, openReleased];
    return (await first()) ?? second();
  }

  return new Hono().get('/:file', async (context) => {
    const file = context.req.param('file');
    const path = `/media/${file}`;
    const wantsCurrent = context.req.query('current') !== undefined;
    const publicId = getPublicId(path);
    const findCurrent = () => publicId && findCurrentUrl(db, publicId, file);
    const toCurrent = (location: string) => context.body(null, 302, { location, ...uncached });
    const replacedBy = wantsCurrent ? findCurrent() : undefined;
    if (replacedBy) return toCurrent(replacedBy);
    const found = libraryPath.test(path) ? await open(file) : undefined;
    if (!found) {
      // The address of a file that the image had before it was cropped or replaced.
      const current = findCurrent();
      if (current) return toCurrent(current);
      throw new ProblemError('not-found', { detail: 'Image not found.' });
    }
    const etag = `"${file}-${found.bytes}"`;
    const headers = {
      ...immutableHeaders,
      ...getMediaHeaders(path),
      ...(wantsCurrent && uncached),
      'content-type': getMediaType(file),
      etag,
    };
    return sendFile(context, found, headers);
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
