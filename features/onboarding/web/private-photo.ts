import { useEffect, useRef, useState } from 'react';
import { CallError } from '#kit/contract/client.ts';
import { askText } from '#kit/pages/ask.ts';
import { failureMessage } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { toast } from '#kit/ui/toast.ts';
import { onboardingContract } from '../contract.ts';
import type { PhotoKind } from '../fields.ts';

export interface PhotoRef {
  id: string;
  kind: PhotoKind;
}

async function fetchPhoto(id: string, reason: string): Promise<Blob> {
  const response = await client.request(onboardingContract.viewPhoto.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id, reason }),
  });
  if (response.ok) return response.blob();
  const answer = (await response.json().catch(() => undefined)) as { msg?: string } | undefined;
  throw new CallError(answer?.msg ?? '', response.status);
}

/** Asks why, fetches the sealed picture and keeps it no longer than it is shown. */
export function usePrivatePhoto() {
  const [shown, setShown] = useState<(PhotoRef & { url: string }) | undefined>();
  const url = useRef<string | undefined>(undefined);
  const forget = () => {
    if (url.current) URL.revokeObjectURL(url.current);
    url.current = undefined;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is left
  useEffect(() => forget, []);
  return {
    shown,
    async show(photo: PhotoRef) {
      const reason = await askText({
        title: `onboarding:photo.${photo.kind}`,
        hint: 'onboarding:reveal.hint',
        label: 'onboarding:reveal.reason',
        required: true,
      });
      if (reason === undefined) return;
      try {
        const blob = await fetchPhoto(photo.id, reason);
        forget();
        url.current = URL.createObjectURL(blob);
        setShown({ ...photo, url: url.current });
      } catch (error) {
        toast.failure(failureMessage(error));
      }
    },
    close() {
      setShown(undefined);
      forget();
    },
  };
}
