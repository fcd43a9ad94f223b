import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { failureMessage } from './failure.ts';
import { Icon } from './icons.tsx';
import { saveFile } from './save-file.ts';
import { toast } from './toast.ts';

interface DownloadButtonProps {
  /** of the file; the page's title as a PDF unless told */
  name?: string;
  file: () => Promise<Blob>;
  /** what a failure says, where the server's own words would say too much */
  failure?: string;
  children: ReactNode;
}

/** Hands over what a page shows as a file. */
export function DownloadButton({ name, file, failure, children }: DownloadButtonProps) {
  const [working, setWorking] = useState(false);
  const download = async () => {
    setWorking(true);
    try {
      saveFile(name ?? `${document.title}.pdf`, await file());
    } catch (error) {
      toast.failure(failure ?? failureMessage(error));
    } finally {
      setWorking(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" />}
      loading={working}
      onClick={() => void download()}
    >
      {children}
    </Button>
  );
}
