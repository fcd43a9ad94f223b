/** What the processes of this bench say to each other. */
export interface SubjectReady {
  ready: { url: string; logins: DeviceLogin[] };
}

export interface DeviceLogin {
  code: string;
  secretHex: string;
}

export interface MemoryAnswer {
  memory: { usedBytes: number; connected: number };
}

export interface LoadOrder {
  url: string;
  seed: string;
  logins: DeviceLogin[];
}

export interface LoadFigures {
  figures: { online: number; lost: number; sent: number };
}
