import { z } from 'zod';
import { callsAbout } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent } from '#kit/contract/event.ts';
import { bool, choiceOf, day, id, ids, picture, text, uploadPath } from '#kit/contract/schemas.ts';
import { creationTime, maybeSiteFields } from '#kit/contract/things.ts';

export const slideChanged = defineEvent('slide.changed');

export const mostSlides = 30;
/** A phone shows no more than these: nobody swipes further. */
export const mostShown = 8;
/** A picture is the first thing a player waits for. */
export const slideMaxBytes = 400 * 1024;

export const linkKinds = ['none', 'page', 'outside'] as const;
export const pageNames = ['buy', 'cards', 'goods', 'store', 'tasks', 'ranking', 'fansGroup'] as const;

const link = () => choiceOf('storefront:link', linkKinds);
const page = () => choiceOf('storefront:pageName', pageNames);
const state = () =>
  choiceOf('storefront:state', ['shown', 'waiting', 'over', 'off'], {
    shown: 'good',
    waiting: 'waiting',
    over: 'quiet',
    off: 'quiet',
  });

const slideRecord = z.object({
  id: z.string(),
  name: z.string(),
  image: picture(),
  enabled: bool(),
  state: state(),
  ...maybeSiteFields,
  link: link(),
  page: page().nullable(),
  address: z.string().nullable(),
  fromDay: day().nullable(),
  toDay: day().nullable(),
  createdAt: creationTime(),
});
export type SlideRecord = z.infer<typeof slideRecord>;

const shownSlide = z.object({
  id: z.string(),
  /** said to who can not see the picture */
  name: z.string(),
  image: picture(),
  /** a page of ours or an address of an allowed host */
  to: z.string().nullable(),
});
export type ShownSlide = z.infer<typeof shownSlide>;

const view = permit('storefront.view');
const edit = permit('storefront.edit');
const { get, post } = callsAbout({ refreshedBy: [slideChanged], emits: [slideChanged] });

export const slideCalls = {
  listSlides: get('/api/blade-carousel/list', view, {
    summary: "Pictures at the head of the players' home page, in their order",
    output: z.array(slideRecord),
  }),
  listLinkHosts: get('/api/blade-carousel/hosts', view, {
    summary: 'Hosts outside that a picture may lead to',
    output: z.array(z.string()),
  }),
  previewSlides: get('/api/blade-carousel/preview', view, {
    summary: 'What the phone shows at a shop on a day',
    input: z.object({ fieldId: id(), day: day() }),
    output: z.array(shownSlide),
  }),
  saveSlide: post('/api/blade-carousel/save', edit, {
    summary: 'Adds a picture, or with an id changes it',
    input: z.object({
      id: id().optional(),
      name: text(40),
      image: uploadPath(),
      /** none: at every shop of the merchant */
      fieldId: id().optional().nullable(),
      link: link(),
      page: page().optional().nullable(),
      address: text(300).optional().nullable(),
      fromDay: day().optional().nullable(),
      toDay: day().optional().nullable(),
      enabled: bool(),
    }),
    output: z.object({ id: z.string() }),
  }),
  sortSlides: post('/api/blade-carousel/sort', edit, {
    summary: 'Puts all pictures in order',
    input: z.object({ ids: ids(mostSlides) }),
  }),
  removeSlides: post('/api/blade-carousel/remove', edit, {
    summary: 'Takes pictures away',
    input: z.object({ ids: ids(mostSlides) }),
  }),
  showSlides: get('/api/blade-carousel/show', 'public', {
    summary: 'What a shop shows at the head of the players’ home page today',
    input: z.object({ fieldId: id() }),
    output: z.array(shownSlide),
    rate: { max: 600, windowSeconds: 60 },
  }),
};
