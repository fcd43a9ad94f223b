import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { CallError } from '#kit/contract/client.ts';
import type { PairingPath } from '#kit/protocol/pairing.ts';
import { failureMessage } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { useText } from '#kit/ui/i18n.ts';
import { ownPath } from '#kit/ui/own-path.ts';
import { toast } from '#kit/ui/toast.ts';
import { pairingContract } from '../contract.ts';
import { ChoosePath } from './choose-path.tsx';
import { ChooseWifi, type WifiChoice } from './choose-wifi.tsx';
import { OwnPagePairing } from './own-page-pairing.tsx';
import type { PairingLink } from './pairing-link.ts';
import { PairingProgress } from './pairing-progress.tsx';

interface Started {
  id: string;
  wifi: WifiChoice;
}

/** Choose the way → choose the WiFi → watch the machine come online; `?id=` goes on with one under way. */
export default function DistributionNetwork() {
  const [query] = useSearchParams();
  const id = query.get('id');
  return (
    <Stack gap="md" maw={640} mx="auto" w="100%">
      {id ? <OwnPagePairing key={id} id={id} /> : <NewPairing />}
    </Stack>
  );
}

function NewPairing() {
  const t = useText();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const then = ownPath(query.get('then'));
  const [path, setPath] = useState<PairingPath | undefined>();
  const [link, setLink] = useState<PairingLink | undefined>();
  const [started, setStarted] = useState<Started | undefined>();
  // kept while the page is open: the next machine usually joins the same network
  const [lastWifi, setLastWifi] = useState<WifiChoice | undefined>();

  const restart = () => {
    link?.close();
    setLink(undefined);
    setPath(undefined);
    setStarted(undefined);
  };

  const begin = async (wifi: WifiChoice) => {
    if (!path) return;
    try {
      const { id, token, server } = await client.call(pairingContract.startPairing, { path });
      if (path === 'smartconfig') await client.call(pairingContract.broadcastSmartConfig, { id, ...wifi });
      else await link?.join({ ...wifi, server, token });
      setLastWifi(wifi);
      setStarted({ id, wifi });
    } catch (error) {
      toast.failure(error instanceof CallError ? failureMessage(error) : t('pairing:error.link'));
    }
  };

  /** Fetched now: in the machine's hotspot there is no server to ask. The address brings the person back to it. */
  const goToMachine = async () => {
    try {
      const { id } = await client.call(pairingContract.startPairing, { path: 'ownpage' });
      void navigate(`/distribution_network?${new URLSearchParams({ id, ...(then && { then }) })}`);
    } catch (error) {
      toast.failure(failureMessage(error));
    }
  };

  if (started && path)
    return (
      <PairingProgress
        id={started.id}
        path={path}
        ssid={started.wifi.ssid}
        link={link}
        onAgain={restart}
        onOtherWifi={() => setStarted(undefined)}
      />
    );
  if (path) return <ChooseWifi link={link} initial={lastWifi} onChosen={begin} onBack={restart} />;
  return (
    <ChoosePath
      code={query.get('code') ?? undefined}
      onChosen={(chosen, opened) => {
        if (chosen === 'ownpage') return void goToMachine();
        setLink(opened);
        setPath(chosen);
      }}
    />
  );
}
