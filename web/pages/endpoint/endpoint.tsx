export default function P() { return <h1>endpoint</h1>; }
