import { useEffect, useRef, useState } from 'react';
import { askText } from '#kit/pages/ask.ts';
import { failureMessage } from '#kit/ui/api.ts';
import { fetchFile } from '#kit/ui/fetch-file.ts';
import { toast } from '#kit/ui/toast.ts';
import { onboardingContract } from '../contract.ts';
import type { PhotoKind } from '../fields.ts';

export interface PhotoRef {
  id: string;
  kind: PhotoKind;
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
        const blob = await fetchFile(onboardingContract.viewPhoto.path, { id: photo.id, reason });
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
