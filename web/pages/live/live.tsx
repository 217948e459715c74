export default function P() { return <h1>live</h1>; }
