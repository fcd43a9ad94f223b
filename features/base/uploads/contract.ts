import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { bytes, instant } from '#kit/contract/schemas.ts';

/** What a file is for decides which formats it may have and how large it may be. */
export const purposes = ['avatar', 'serviceQr', 'site', 'article', 'picture', 'document', 'video'] as const;
export type Purpose = (typeof purposes)[number];

const stored = z.object({
  /** address to keep in other calls and to show */
  link: z.string(),
  name: z.string(),
  originalName: z.string(),
  sizeBytes: bytes(),
  contentType: z.string(),
  remainingBytes: bytes(),
});

export const uploadsContract = {
  uploadFile: post('/api/pay/fileUpload', 'session', {
    repeats: { because: 'a file sent twice is there twice, and costs only space' },
    summary: 'Upload a picture or document (multipart field `file`)',
    multipart: true,
    rate: { max: 120, windowSeconds: 60 },
    input: z.object({ busType: z.enum(purposes).default('picture') }),
    output: stored,
  }),
  uploadVideoOrImage: post('/api/pay/uploadVideoOrImage', 'session', {
    repeats: { because: 'a file sent twice is there twice, and costs only space' },
    summary: 'Upload an image (fileType 1) or a video (fileType 2)',
    multipart: true,
    rate: { max: 120, windowSeconds: 60 },
    input: z.object({ fileType: z.enum(['1', '2']).default('1') }),
    output: stored,
  }),
  temporaryCredentials: get('/getOSSBucket', 'session', {
    summary:
      'Credentials to send one file straight to the object store; `completeUpload` then checks and registers it',
    rate: { max: 60, windowSeconds: 60 },
    input: z.object({
      busType: z.enum(purposes).default('video'),
      contentType: z
        .string()
        .max(100)
        .regex(/^[\w.+-]+\/[\w.+-]+$/)
        .default('video/mp4'),
      sizeBytes: z
        .int()
        .min(1)
        .max(10 * 1024 ** 3)
        .optional(),
    }),
    output: z.object({
      key: z.string(),
      /** of HTTP: a word for clients, not for people */
      method: z.literal(['PUT', 'POST']),
      url: z.string(),
      headers: z.record(z.string(), z.string()),
      fields: z.record(z.string(), z.string()).optional(),
      expiresAt: instant('second'),
      maxBytes: bytes(),
      remainingBytes: bytes(),
    }),
  }),
  completeUpload: post('/api/pay/completeUpload', 'session', {
    summary: 'Check and register a file that was sent straight to the object store',
    input: z.object({
      key: z.string().min(1).max(300),
      originalName: z.string().trim().max(200).default(''),
    }),
    output: stored,
  }),
  space: get('/api/pay/uploadSpace', 'session', {
    summary: 'Space used and left, and the limits of single files',
    output: z.object({
      usedBytes: bytes(),
      quotaBytes: bytes(),
      remainingBytes: bytes(),
      imageMaxBytes: bytes(),
      videoMaxBytes: bytes(),
    }),
  }),
  readFile: get('/files/:tenant/:month/:name', 'public', {
    answer: 'raw',
    files: ['image/*', 'video/*', 'application/pdf'],
    summary: 'An uploaded file',
    input: z.object({
      tenant: z.string().regex(/^\d{6}$/),
      month: z.string().regex(/^\d{6}$/),
      name: z.string().regex(/^[A-Za-z0-9]{4}\d{13}\.[a-z0-9]{2,5}$/),
    }),
    output: z.object({}),
  }),
};
