import { CallError, networkFailure } from '#kit/contract/client.ts';
import { currentLanguage } from '../i18n.ts';
import { accessToken, expireSession } from '../session.ts';

export interface Uploaded {
  link: string;
  name: string;
  sizeBytes: number;
}

export interface UploadOptions {
  /** 0 … 1 */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
}

interface Answer<T> {
  data?: T;
  msg?: string;
  error?: { key: string };
}

/** XMLHttpRequest, because fetch does not tell how much of a body has left. */
export async function uploadTo<T = Uploaded>(
  path: string,
  file: File,
  options: UploadOptions = {},
): Promise<T> {
  const token = await accessToken();
  const form = new FormData();
  form.append('file', file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('accept-language', currentLanguage());
    if (token) request.setRequestHeader('blade-auth', `bearer ${token}`);
    request.responseType = 'json';
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
    };
    request.onload = () => {
      const answer = request.response as Answer<T> | null;
      if (request.status === 401 && token) expireSession();
      if (request.status >= 200 && request.status < 300 && answer?.data) resolve(answer.data);
      else reject(new CallError(answer?.msg ?? '', request.status, answer?.error?.key));
    };
    request.onerror = () => reject(networkFailure());
    request.onabort = () => reject(options.signal?.reason ?? new DOMException('', 'AbortError'));
    options.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

export const uploadFile = (file: File, busType: string, options: UploadOptions = {}) =>
  uploadTo(`/api/pay/fileUpload?busType=${encodeURIComponent(busType)}`, file, options);

const videoType = 2;
export const uploadVideo = (file: File, options: UploadOptions = {}) =>
  uploadTo(`/api/pay/uploadVideoOrImage?fileType=${videoType}`, file, options);
