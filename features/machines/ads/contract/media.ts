import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import {
  bytes,
  id,
  ids,
  instant,
  int,
  pageInput,
  pageOf,
  seconds,
  text,
  uploadPath,
} from '#kit/contract/schemas.ts';
import { creationTime } from '#kit/contract/things.ts';
import {
  adsChanged,
  base,
  edit,
  itemSeconds,
  maxItems,
  mediaKind,
  termFields,
  termInput,
  view,
} from './shared.ts';

const media = z.object({
  id: z.string(),
  name: z.string(),
  kind: mediaKind(),
  link: z.string(),
  sizeBytes: bytes(),
  width: z.int(),
  height: z.int(),
  /** null: a picture has no length of its own */
  length: seconds().nullable(),
  /** groups it is in */
  groups: z.int(),
  /** over the last thirty days */
  plays: z.int(),
  createdAt: creationTime(),
});

const groupItem = z.object({
  mediaId: id(),
  seconds: int(itemSeconds.min, itemSeconds.max),
});
const shownItem = z.object({
  mediaId: z.string(),
  seconds: z.int(),
  name: z.string(),
  kind: mediaKind(),
  link: z.string(),
  sizeBytes: bytes(),
});

export const mediaContract = {
  listMedia: get(`${base}/media/list`, view, {
    summary: 'Pictures and videos for the screens of machines',
    input: pageInput({ name: text(60, 0).optional(), kind: mediaKind().optional() }, [
      'createdAt',
      'sizeBytes',
    ]),
    output: pageOf(media),
    refreshedBy: [adsChanged],
  }),
  readMediaSpace: get(`${base}/media/space`, view, {
    summary: 'Space that pictures and videos take, what is left to upload, and on the fullest machine',
    output: z.object({
      usedBytes: bytes(),
      remainingBytes: bytes(),
      videoMaxBytes: bytes(),
      imageMaxBytes: bytes(),
      /** null: no machine has told how much room it has */
      leastFreeBytes: bytes().nullable(),
      leastFreeName: z.string().nullable(),
    }),
    refreshedBy: [adsChanged],
  }),
  saveMedia: post(`${base}/media/save`, edit, {
    summary: 'Takes an uploaded picture or video into the library, judged by what is in the file',
    input: z.object({ link: uploadPath(), name: text(60) }),
    output: z.object({ id: z.string() }),
    emits: [adsChanged],
  }),
  removeMedia: post(`${base}/media/remove`, edit, {
    summary: 'Takes pictures and videos out of the library; refused while a group shows them',
    input: z.object({ ids: ids() }),
    emits: [adsChanged],
  }),

  listGroups: get(`${base}/group/list`, view, {
    summary: 'Groups of pictures and videos that are shown together',
    input: pageInput({ name: text(40, 0).optional() }, ['createdAt', 'name']),
    output: pageOf(
      z.object({
        id: z.string(),
        name: z.string(),
        /** of its first item; empty where it has none */
        picture: z.string().meta({ means: { kind: 'picture' } }),
        items: z.int(),
        /** one round of all its items */
        round: seconds(),
        machines: z.int(),
        ...termFields,
        createdAt: creationTime(),
      }),
    ),
    refreshedBy: [adsChanged],
  }),
  readGroup: get(`${base}/group/detail`, view, {
    summary: 'One group with its items in their order',
    input: z.object({ id: id() }),
    output: z.object({ id: z.string(), name: z.string(), items: z.array(shownItem), ...termFields }),
    refreshedBy: [adsChanged],
  }),
  saveGroup: post(`${base}/group/save`, edit, {
    summary: 'Makes a group or changes one; machines that show it are sent the new one',
    place: 'json',
    input: z.object({
      id: id().optional(),
      name: text(40),
      items: z.array(groupItem).min(1).max(maxItems),
      ...termInput,
    }),
    output: z.object({ id: z.string() }),
    emits: [adsChanged],
  }),
  removeGroups: post(`${base}/group/remove`, edit, {
    summary: 'Removes groups; refused while machines show them',
    input: z.object({ ids: ids() }),
    emits: [adsChanged],
  }),
};

/** When something was last heard of it. */
export const heardAt = () => instant().nullable();
